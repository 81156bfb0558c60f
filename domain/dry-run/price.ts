import { PRICES } from '../capabilities/catalogue/prices.ts';

const TOKENS_PER_PRICE = 500;
/** Longest reply, in tokens. */
export const MAX_REPLY_TOKENS = 1_500;

/** How many times the price of `dry_run` models cost whose name has such a word; the first that fits. */
const RATES: readonly [words: RegExp, rate: number][] = [
  [/(?:^|[-_/.:])(?:nano|mini|flash|lite|small|haiku)(?:$|[-_/.:])/i, 1],
  [/(?:^|[-_/.:])(?:pro|opus|o\d)(?:$|[-_/.:])/i, 4],
];
const OTHER_RATE = 2;
/** The model that the operators chose, which nobody asked for by name. */
const CONFIGURED_RATE = 1;

/** Credits for each started 500 tokens of a reply by a model; null is the configured one. */
export function rateOf(model: string | null): number {
  if (model === null) return PRICES.dry_run * CONFIGURED_RATE;
  return PRICES.dry_run * (RATES.find(([words]) => words.test(model))?.[1] ?? OTHER_RATE);
}

/** Credits for a reply of so many tokens; one of none would cost as much as one of few. */
export function replyPrice(model: string | null, tokens: number): number {
  return rateOf(model) * Math.max(1, Math.ceil(Math.min(tokens, MAX_REPLY_TOKENS) / TOKENS_PER_PRICE));
}

/** Credits that the longest reply costs; so much is held until it is there. */
export function longestPrice(model: string | null): number {
  return replyPrice(model, MAX_REPLY_TOKENS);
}
