import type { AiModels } from '../../infra/ai/port.ts';
import { PRICES } from '../capabilities/prices.ts';
import { conflict } from '../kernel/errors.ts';
import { failureSentences } from '../kernel/failure-sentences.ts';
import type { Figures } from './figures-store.ts';
import type { Criterion, DryRunSessionEntryRow, DryRunSessionRow, SessionStatus, Summary } from './table.ts';

/** Capability of all messages in sessions: the scope of keys is checked against it, and credits are booked on it. */
export const DRY_RUN_SESSION_CAPABILITY = 'dry_run';

/** Length of a session's token, characters. */
export const TOKEN_LENGTH = 48;
/** A session expires after this time without activity, milliseconds. */
export const IDLE_MS = 30 * 60_000;
/** Maximum waiting entries of a session. */
export const MAX_WAITING = 50;

/** When a session expires without further activity. */
export function expiryFrom(now: Date): Date {
  return new Date(now.getTime() + IDLE_MS);
}

/** The status that callers see: an expired session is over, even before the service has updated it. */
export function statusAt(
  { status, expires_at }: Pick<DryRunSessionRow, 'status' | 'expires_at'>,
  now: Date,
): SessionStatus {
  return status === 'active' && expires_at <= now ? 'expired' : status;
}

/** Notification topic for an entry that was processed. */
export function entryTopic(id: number): string {
  return `dry-run-entry:${id}`;
}

/** Reference of a message's credits in the ledger. */
export function creditReference({ row_key, holds }: Pick<DryRunSessionEntryRow, 'row_key' | 'holds'>): string {
  return `dry-run-message:${row_key}/${holds}`;
}

/** 409 for a session that is over. */
export function sessionIsOver(status: Exclude<SessionStatus, 'active'>): Error {
  return conflict(status === 'expired' ? 'The session has expired.' : 'The session has ended.');
}

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

const sentenceOf = failureSentences(
  {
    ai_rate_limited: 'The AI provider took no more requests for too long.',
    ai_quota: 'The account with the AI provider is used up; tell the operators of the service.',
    ai_refused: 'The AI provider declined to reply; say it in another way.',
    ai_too_long: 'The reply did not fit into an answer of the AI provider; ask for less.',
    ai_context_too_long: 'The conversation is longer than the AI model can read; reset the session.',
    ai_misconfigured: 'The AI provider rejected the request because of the model or how the service is set up.',
    unusable_answer: 'The AI gave no usable reply, several times.',
    deadline: 'The reply took longer than it may.',
    lost: 'The session was stopped by the operators of the service.',
    refused: 'The session could not be served.',
  },
  'The AI failed unexpectedly.',
);

/** Message for the partner when a message got no reply, by failure class. */
export function failureSentence(reason: string): string {
  return `${sentenceOf(reason)} Nothing was charged for it.`;
}

/** Text in place of a reply that a guardrail withholds. */
export function withheldReplyMessage(message: string): string {
  return `A guardrail withheld the reply: ${message} Nothing was charged for it.`;
}

/** Weights of the score; docs/dry-run.md explains them to partners. */
const WEIGHTS: Record<Criterion['name'], number> = { answered: 40, safe: 40, clean: 20 };

/** Summary of a session. The score is calculated from counts, so that it is reproducible. */
export function summarize(
  { credits_used, created_at }: Pick<DryRunSessionRow, 'credits_used' | 'created_at'>,
  figures: Figures,
  guardrails: Summary['guardrails'],
  now: Date,
): Summary {
  const { replies, failed, withheld, flagged } = figures;
  const share = {
    answered: ratio(replies, replies + failed),
    safe: ratio(replies - withheld, replies),
    clean: ratio(replies - withheld - flagged, replies),
  };
  const criteria = (Object.keys(WEIGHTS) as Criterion['name'][]).map((name) => ({
    name,
    weight: WEIGHTS[name],
    points: Math.round(WEIGHTS[name] * share[name]),
  }));
  return {
    score: replies + failed === 0 ? null : criteria.reduce((sum, { points }) => sum + points, 0),
    criteria,
    ...figures,
    guardrails,
    credits_used,
    // The clock of another process may be behind.
    duration_seconds: Math.max(0, Math.round((now.getTime() - created_at.getTime()) / 1000)),
  };
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
