import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
import { AiError } from './port.ts';
import { retryAfterMs } from './retry-after.ts';

/**
 * Says what a failure of the `openai` client means to us. The client's own error is never kept as a cause: its message,
 * body and headers can quote the key, the prompt or the answer, and causes end up in logs and in workflow history.
 */
export function toAiError(error: unknown): AiError {
  if (error instanceof AiError) return error;
  if (error instanceof APIConnectionTimeoutError)
    return new AiError('timeout', 'The AI provider took too long to answer');
  if (error instanceof APIConnectionError) {
    return new AiError('unavailable', `The AI provider could not be reached${codeOf(error.cause)}`);
  }
  if (error instanceof APIError) return fromAnswer(error);
  if (error instanceof SyntaxError) return new AiError('malformed', 'The AI provider sent a body that is not JSON');
  // What is left comes from reading the body: the connection went away half-way.
  return new AiError('cut_off', 'The answer of the AI provider broke off');
}

function fromAnswer(error: APIError): AiError {
  // An error event inside a stream has a code but no status.
  const status = error.status ?? (error.code === 'rate_limit_exceeded' ? 429 : 500);
  if (error.code === 'content_filter' || error.code === 'content_policy_violation') {
    return new AiError('refused', 'The AI provider refused the request');
  }
  if (status === 429) {
    const waitMs = retryAfterMs(error.headers, Date.now());
    return new AiError(
      'rate_limited',
      'The AI provider limits our rate',
      waitMs === undefined ? {} : { retryAfterMs: waitMs },
    );
  }
  if (status === 408) return new AiError('timeout', 'The AI provider took too long to answer');
  if (status >= 500 || status === 409) {
    const waitMs = retryAfterMs(error.headers, Date.now());
    const message = `The AI provider failed with status ${status}`;
    return new AiError('unavailable', message, waitMs === undefined ? {} : { retryAfterMs: waitMs });
  }
  return new AiError('misconfigured', `The AI provider rejected the request with status ${status}`);
}

/** The system error code (ECONNREFUSED, …) is safe to show; messages are not looked at. */
function codeOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && /^[A-Z_]+$/.test(cause.code)) return ` (${cause.code})`;
  }
  return '';
}
