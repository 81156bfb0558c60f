import { cappedDetails, type ErrorDetails } from './problems.ts';

/**
 * Every error code of the API with its HTTP status. The domain uses codes only; the table is here so that REST, MCP and
 * the OpenAPI document agree.
 */
export const ERROR_STATUS = {
  INVALID_JSON: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  IP_NOT_ALLOWED: 403,
  CAPABILITY_NOT_ALLOWED: 403,
  WEBHOOK_LIMIT_REACHED: 403,
  NOT_FOUND: 404,
  CASE_STUDY_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  GONE: 410,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  NO_CREDITS: 419,
  VALIDATION_ERROR: 422,
  IDEMPOTENCY_KEY_REUSED: 422,
  RATE_LIMITED: 429,
  DAILY_CREDIT_LIMIT_EXCEEDED: 429,
  SERVER_ERROR: 500,
  CREATION_FAILED: 500,
  GENERATION_FAILED: 500,
  SUGGESTION_FAILED: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** Optional details of an error. */
export interface AppErrorOptions {
  /** At most the first 20 problems are reported. */
  details?: ErrorDetails;
  /** Whole seconds, at least 1, until a repeat may succeed. */
  retryAfterSeconds?: number;
  /** The limit that refused the request, where it is none of those that count requests. */
  limit?: ReachedLimit;
  /** Nothing of what the request began is left: a repeat with its Idempotency-Key begins anew, whatever its body. */
  undone?: boolean;
  cause?: unknown;
}

/** A limit that is used up: how often in which window, in seconds, and when that ends, in seconds of the Unix epoch. */
export interface ReachedLimit {
  name: string;
  max: number;
  windowSeconds: number;
  resetAt: number;
}

/** An expected failure with a code and a message that is safe to show to the caller. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly limit: ReachedLimit | undefined;
  readonly undone: boolean;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = options.details && cappedDetails(options.details);
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.limit = options.limit;
    this.undone = options.undone ?? false;
  }

  /** The HTTP status of the code. */
  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** 404 NOT_FOUND for a record of the named kind. */
export function notFound(what: string): AppError {
  return new AppError('NOT_FOUND', `${what} not found.`);
}

/** 403 FORBIDDEN for a record that belongs to another partner. */
export function notYours(what: string): AppError {
  return new AppError('FORBIDDEN', `This ${what.toLowerCase()} belongs to another partner.`);
}

/** 409 CONFLICT: the record's state, or that of another one, does not allow the request; with the fields that could be changed. */
export function conflict(message: string, details?: ErrorDetails): AppError {
  return new AppError('CONFLICT', message, details ? { details } : {});
}

/** 410 GONE: the request needs data that is no longer kept. */
export function gone(message: string): AppError {
  return new AppError('GONE', message);
}

/** 412 PRECONDITION_FAILED, with the fields at fault. */
export function preconditionFailed(message: string, details?: ErrorDetails): AppError {
  return new AppError('PRECONDITION_FAILED', message, details ? { details } : {});
}

/** 422 VALIDATION_ERROR with all the problems found. */
export function invalid(details: ErrorDetails, message = 'The request has invalid parameters.'): AppError {
  return new AppError('VALIDATION_ERROR', message, { details });
}
