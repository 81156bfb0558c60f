import { ApplicationFailure } from '@temporalio/common';
import { UnusableAnswer } from '../domain/capabilities/types.ts';
import { RetriesExhausted } from '../domain/executions/attempt.ts';
import { StepBlocked } from '../domain/executions/step-io.ts';
import { AiError } from '../infra/ai/port.ts';
import { ClocksDiffer } from '../infra/clock/comparison.ts';
import { isUnavailable } from '../infra/database/errors.ts';
import { DocumentsBusy } from '../infra/documents/port.ts';
import { MailError } from '../infra/mail/port.ts';

/** After this many attempts a malformed AI response is no longer requested again. */
const MAX_UNUSABLE_ANSWERS = 5;

/** When a document asks for a turn again. */
const DOCUMENTS_BUSY_DELAY_MS = 10_000;
/** When a mail asks for a turn again. */
const MAIL_BUSY_DELAY_MS = 5_000;
/** When a mail goes again that its server may have taken: what keeps it from saying so lasts longer than a second. */
const MAIL_UNCONFIRMED_DELAY_MS = 300_000;

/**
 * The failure that Temporal records for an activity's error: a type for workflows and staff, whether a retry can help,
 * and when. Refusals of the AI provider add its status, code and parameter. It never contains partner text; details of
 * unexpected errors are in the worker's log.
 */
export function toFailure(error: unknown, attempt: number): ApplicationFailure {
  if (error instanceof ApplicationFailure) return error;
  if (error instanceof RetriesExhausted) return lastFailure(error, attempt);
  if (error instanceof AiError && error.kind !== 'malformed') {
    return ApplicationFailure.create({
      type: `ai_${error.kind}`,
      message: error.message,
      nonRetryable: !error.retryable || (isPaidPart(error) && attempt >= MAX_UNUSABLE_ANSWERS),
      ...(error.problem ? { details: [error.problem] } : {}),
      // Temporal takes a wait of nothing for the end of the retries; without one it waits as usual.
      ...(error.retryAfterMs ? { nextRetryDelay: error.retryAfterMs } : {}),
    });
  }
  if (error instanceof UnusableAnswer || error instanceof AiError) {
    return ApplicationFailure.create({
      type: 'unusable_answer',
      message: 'The AI gave an answer of the wrong form.',
      nonRetryable: attempt >= MAX_UNUSABLE_ANSWERS,
    });
  }
  if (error instanceof StepBlocked) {
    return ApplicationFailure.create({
      type: 'guardrail_blocked',
      message: `The guardrail ${error.rule} stopped the step.`,
      nonRetryable: true,
    });
  }
  if (error instanceof DocumentsBusy) {
    return ApplicationFailure.create({
      type: 'documents_busy',
      message: 'Documents of this partner are being read.',
      nextRetryDelay: DOCUMENTS_BUSY_DELAY_MS,
    });
  }
  if (error instanceof MailError) {
    return ApplicationFailure.create({
      type: error.kind === 'refused' ? `refused_${error.replyCode ?? 'mail'}` : `mail_${error.kind}`,
      message: error.message,
      nonRetryable: error.kind === 'refused',
      ...(error.kind === 'busy' && { nextRetryDelay: MAIL_BUSY_DELAY_MS }),
      ...(error.kind === 'unconfirmed' && { nextRetryDelay: MAIL_UNCONFIRMED_DELAY_MS }),
    });
  }
  if (error instanceof ClocksDiffer) {
    return ApplicationFailure.create({ type: 'clocks_differ', message: error.message });
  }
  if (isUnavailable(error)) {
    return ApplicationFailure.create({ type: 'database_unavailable', message: 'The database is away.' });
  }
  return ApplicationFailure.create({ type: 'unexpected', message: 'Unexpected; the log of the worker has the error.' });
}

/** The provider itself ended an answer half-way and names a finish reason: such an answer is paid for, like an unusable one. */
function isPaidPart({ kind, problem }: AiError): boolean {
  return kind === 'cut_off' && problem?.code !== undefined;
}

/** The failure of the final attempt; `deadline` where that attempt timed out. */
function lastFailure({ cause }: RetriesExhausted, attempt: number): ApplicationFailure {
  const failure =
    cause === undefined
      ? ApplicationFailure.create({ type: 'deadline', message: 'No attempt ended well in half an hour.' })
      : toFailure(cause, attempt);
  return ApplicationFailure.nonRetryable(failure.message, failure.type);
}
