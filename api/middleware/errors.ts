import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { AppError } from '../../domain/kernel/errors.ts';
import { ClocksDiffer } from '../../infra/clock/comparison.ts';
import { IdempotencyLockLost, isUnavailable } from '../../infra/database/errors.ts';
import { messageOf } from '../../infra/processes/message-of.ts';
import { isAbortedBody } from '../client-abort.ts';
import type { HttpContext, HttpMiddleware } from '../context.ts';
import { anchorOf, pathOf } from '../guides/guides.ts';
import type { Language } from '../language/languages.ts';
import { translate, translatedProblems } from '../language/translate.ts';
import { sendJson } from '../send.ts';

/** Seconds after which a caller may retry when the database is unavailable. */
const DATABASE_RETRY_SECONDS = 2;

/** Returns the WWW-Authenticate of a refusal; undefined: none. */
export type Challenger = (request: IncomingMessage, refusal: AppError) => string | undefined;

/** Converts thrown errors to the error envelope. */
export function errors(log: Logger, challengeOf: Challenger): HttpMiddleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const known = asAppError(error, ctx.state.requestId, log);
      const challenge = challengeOf(ctx.req, known);
      const retry = retryHeader(known, ctx.response.get('RateLimit-Policy'));
      const headers = { ...retry, ...(challenge !== undefined && { 'WWW-Authenticate': challenge }) };
      sendFailure(ctx, known.status, headers, errorBody(known, ctx.state));
    }
  };
}

/** The error as its caller may see it. Unexpected errors are logged in full and reported in general words. */
export function asAppError(error: unknown, requestId: string, log: Logger): AppError {
  if (error instanceof AppError) {
    if (error.status >= 500) log.warn({ err: error, request_id: requestId }, 'a request failed');
    return error;
  }
  if (error instanceof IdempotencyLockLost) {
    return new AppError('IDEMPOTENCY_IN_PROGRESS', 'A repeat of this request took it over and is still running.', {
      retryAfterSeconds: 1,
    });
  }
  if (isAbortedBody(error)) return new AppError('INVALID_JSON', 'The body ended early.');
  if (isUnavailable(error) || error instanceof ClocksDiffer) {
    // No stack: during an outage there is a line for every request.
    const what = error instanceof ClocksDiffer ? 'the clocks differ' : 'the database is away';
    log.warn({ reason: messageOf(error), request_id: requestId }, what);
    return new AppError('SERVICE_UNAVAILABLE', 'The service is temporarily unavailable.', {
      retryAfterSeconds: DATABASE_RETRY_SECONDS,
    });
  }
  log.error({ err: error, request_id: requestId }, 'a request failed unexpectedly');
  return new AppError('SERVER_ERROR', 'Something went wrong on our side.');
}

/** Where the codes of errors are explained. */
export const ERRORS_GUIDE = 'errors';

/** The error envelope as a JSON value, in the language of a person, with the address of the page about its code. */
export function errorBody(
  error: AppError,
  { language, publicUrl }: { language?: Language | undefined; publicUrl?: string } = {},
): Record<string, unknown> {
  return {
    success: false,
    error: {
      code: error.code,
      message: translate(error.message, language),
      ...(error.details && { details: translatedProblems(error.details, language) }),
      ...(error.retryAfterSeconds !== undefined && { retry_after: error.retryAfterSeconds }),
      ...(publicUrl !== undefined && {
        documentation_url: `${publicUrl}${pathOf(ERRORS_GUIDE)}#${anchorOf(error.code)}`,
      }),
    },
  };
}

/**
 * The headers that say when to repeat a refused request: Retry-After, and the limit that refused it, where that is none
 * of those that count requests. `policy`: the RateLimit-Policy of those, which it joins.
 */
export function retryHeader({ retryAfterSeconds, limit }: AppError, policy = ''): Record<string, string> {
  const retry: Record<string, string> =
    retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
  if (!limit) return retry;
  const { name, max, windowSeconds, resetAt } = limit;
  return {
    ...retry,
    'X-RateLimit-Limit': String(max),
    'X-RateLimit-Remaining': '0',
    'X-RateLimit-Reset': String(resetAt),
    RateLimit: `"${name}";r=0;t=${retryAfterSeconds ?? windowSeconds}`,
    'RateLimit-Policy': [policy, `"${name}";q=${max};w=${windowSeconds}`].filter(Boolean).join(', '),
  };
}

/**
 * Responds to a failure with JSON. A response that has begun is cut off, so that the client does not take it for
 * complete.
 */
export function sendFailure(ctx: HttpContext, status: number, headers: Record<string, string>, body: object): void {
  if (ctx.headerSent) {
    ctx.res.destroy();
    return;
  }
  ctx.set(headers);
  sendJson(ctx, status, body);
}
