import { ApplicationFailure } from '@temporalio/common';
import { UnusableAnswer } from '../domain/capabilities/types.ts';
import { RetriesExhausted } from '../domain/executions/half-hour.ts';
import { StepBlocked } from '../domain/executions/inspect.ts';
import { AiError } from '../infra/ai/port.ts';
import { isUnavailable } from '../infra/database/errors.ts';

/** Attempts after which an answer of the wrong form is no longer asked for again. */
const MAX_UNUSABLE_ANSWERS = 5;

/**
 * The failure Temporal sees for an error of an activity: a type that workflows and staff can act on, whether a retry can
 * help, and when; of a refusal of the AI provider also its status, code and parameter. It never holds text of a partner; what was unexpected is in the worker's log.
 */
export function toFailure(error: unknown, attempt: number): ApplicationFailure {
  if (error instanceof ApplicationFailure) return error;
  if (error instanceof RetriesExhausted) return lastFailure(error, attempt);
  if (error instanceof AiError && error.kind !== 'malformed') {
    return ApplicationFailure.create({
      type: `ai_${error.kind}`,
      message: error.message,
      nonRetryable: !error.retryable,
      ...(error.problem ? { details: [error.problem] } : {}),
      ...(error.retryAfterMs === undefined ? {} : { nextRetryDelay: error.retryAfterMs }),
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
  if (isUnavailable(error)) {
    return ApplicationFailure.create({ type: 'database_unavailable', message: 'The database is away.' });
  }
  return ApplicationFailure.create({ type: 'unexpected', message: 'Unexpected; the log of the worker has the error.' });
}

/** The failure of the last attempt, after which there is none; `deadline` where that attempt never ended. */
function lastFailure({ cause }: RetriesExhausted, attempt: number): ApplicationFailure {
  const failure =
    cause === undefined
      ? ApplicationFailure.create({ type: 'deadline', message: 'No attempt ended well in half an hour.' })
      : toFailure(cause, attempt);
  return ApplicationFailure.nonRetryable(failure.message, failure.type);
}
