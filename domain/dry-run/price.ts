import type { AiModels } from '../../infra/ai/port.ts';
import { PRICES } from '../capabilities/prices.ts';

/** Tokens per charged unit of a reply; started units count. */
export const TOKENS_PER_PRICE = 500;
/** Longest reply, in tokens. */
export const MAX_REPLY_TOKENS = 1_500;

/** Price multiple of `dry_run` per model, by US dollars for a million output tokens. */
const RATES: readonly { below: number; times: number }[] = [
  { below: 1, times: 1 },
  { below: 5, times: 2 },
  { below: Number.POSITIVE_INFINITY, times: 4 },
];
/** Rate of a model without a known price. */
const UNPRICED = 2;

/** Credits for each started 500 tokens of a reply by a model; null is the operator's default model. */
export function rateOf({ known, byTask }: AiModels, model: string | null): number {
  const name = model ?? byTask.write;
  const price = known.find((each) => each.name === name)?.price;
  const times = price ? RATES.find(({ below }) => Number(price.output) < below)?.times : UNPRICED;
  return PRICES.dry_run * (times ?? UNPRICED);
}

/** Credits for a reply of a number of tokens at a rate; at least one unit. */
export function replyPrice(rate: number, tokens: number): number {
  return rate * Math.max(1, Math.ceil(Math.min(tokens, MAX_REPLY_TOKENS) / TOKENS_PER_PRICE));
}

/** Credits for the longest reply; held until the reply is finished. */
export function maxReplyPrice(rate: number): number {
  return replyPrice(rate, MAX_REPLY_TOKENS);
}
