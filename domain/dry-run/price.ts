import type { AiModels } from '../../infra/ai/port.ts';
import { PRICES } from '../capabilities/prices.ts';

/** A reply is charged by each so many tokens that it has begun. */
export const TOKENS_PER_PRICE = 500;
/** Longest reply, in tokens. */
export const MAX_REPLY_TOKENS = 1_500;

/** How many times the price of `dry_run` a model costs, by US dollars for a million tokens of its answers. */
const RATES: readonly { below: number; times: number }[] = [
  { below: 1, times: 1 },
  { below: 5, times: 2 },
  { below: Number.POSITIVE_INFINITY, times: 4 },
];
/** Of a model whose price nobody has told. */
const UNPRICED = 2;

/** Credits for each started 500 tokens of a reply by a model; null is the operator's own. */
export function rateOf({ known, byTask }: AiModels, model: string | null): number {
  const name = model ?? byTask.write;
  const price = known.find((each) => each.name === name)?.price;
  const times = price ? RATES.find(({ below }) => Number(price.output) < below)?.times : UNPRICED;
  return PRICES.dry_run * (times ?? UNPRICED);
}

/** Credits for a reply of so many tokens at such a rate; one of none costs as much as one of few. */
export function replyPrice(rate: number, tokens: number): number {
  return rate * Math.max(1, Math.ceil(Math.min(tokens, MAX_REPLY_TOKENS) / TOKENS_PER_PRICE));
}

/** Credits that the longest reply costs; so much is held until it is there. */
export function longestPrice(rate: number): number {
  return replyPrice(rate, MAX_REPLY_TOKENS);
}
