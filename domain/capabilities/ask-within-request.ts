import { AiError, type AiPurpose } from '../../infra/ai/port.ts';
import { type Call, isSandbox } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { sentenceAfterOneTry } from '../kernel/failure-sentences.ts';
import { ask } from './ask.ts';
import { type StepQuestion, UnusableAnswer } from './types.ts';

/** Time limit for all answers of the AI together. */
const LIMIT_MS = 60_000;
/** An unusable answer is requested once more. */
const MAX_ANSWERS = 2;

/** A question whose answer a request waits for. */
interface RequestQuestion<Answer> {
  /** The reference of the request's hold. */
  reference: string;
  purpose: AiPurpose;
  question: StepQuestion;
  /** Reads an answer. Throws UnusableAnswer. */
  read: (answer: unknown) => Answer;
  /** What the partner reads of a class of failure. */
  sentenceOf: (reason: string) => string;
}

/** Asks the AI for a suggestion while the request waits. Throws SUGGESTION_FAILED. */
export async function askWithinRequest<Answer>(
  deps: Pick<Deps, 'ai'>,
  call: Call,
  { reference, purpose, question, read, sentenceOf }: RequestQuestion<Answer>,
): Promise<{ answer: Answer; model: string | null }> {
  const limit = AbortSignal.timeout(LIMIT_MS);
  const asked = { sandbox: isSandbox(call), purpose, signal: AbortSignal.any([limit, call.signal]) };
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { answer, model } = await ask(deps, { ...asked, idempotencyKey: `${reference}/${attempt}` }, question);
      return { answer: read(answer), model };
    } catch (error) {
      const unusable = error instanceof UnusableAnswer || (error instanceof AiError && error.kind === 'malformed');
      if (unusable && attempt < MAX_ANSWERS) continue;
      const reason = reasonOf(error, limit);
      if (reason === undefined) throw error;
      throw new AppError('SUGGESTION_FAILED', sentenceAfterOneTry(reason) ?? sentenceOf(reason), { cause: error });
    }
  }
}

/** The class of a failure; undefined for errors that are not the provider's. */
function reasonOf(error: unknown, limit: AbortSignal): string | undefined {
  if (error === limit.reason) return 'ai_timeout';
  if (error instanceof UnusableAnswer) return 'unusable_answer';
  if (!(error instanceof AiError)) return undefined;
  return error.kind === 'malformed' ? 'unusable_answer' : `ai_${error.kind}`;
}

/** The error of a suggestion whose credits were released before the AI answered. */
export function suggestionTooLate(): AppError {
  return new AppError('SUGGESTION_FAILED', 'The suggestion took too long. Nothing was charged; try again.');
}
