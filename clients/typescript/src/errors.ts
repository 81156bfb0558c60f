/** Codes of errors that the API documents. */
export type KnownErrorCode =
  | 'INVALID_JSON'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'IP_NOT_ALLOWED'
  | 'CAPABILITY_NOT_ALLOWED'
  | 'WEBHOOK_LIMIT_REACHED'
  | 'NOT_FOUND'
  | 'CASE_STUDY_NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'CONFLICT'
  | 'IDEMPOTENCY_IN_PROGRESS'
  | 'GONE'
  | 'PRECONDITION_FAILED'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'NO_CREDITS'
  | 'VALIDATION_ERROR'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'RATE_LIMITED'
  | 'DAILY_CREDIT_LIMIT_EXCEEDED'
  | 'SERVER_ERROR'
  | 'CREATION_FAILED'
  | 'GENERATION_FAILED'
  | 'SUGGESTION_FAILED'
  | 'SERVICE_UNAVAILABLE';
/** The same, and others that the API may gain. */
export type ErrorCode = KnownErrorCode | (string & {});

/** What the errors of this package have in common. */
export class MarketwrightError extends Error {
  override name = 'MarketwrightError';
}

/** The API refused a request, or failed. */
export class ApiError extends MarketwrightError {
  override name = 'ApiError';
  /** HTTP status. */
  readonly status: number;
  /** Code of the error; `UNKNOWN` where the answer is none of the API, such as a proxy's page. */
  readonly code: ErrorCode;
  /** Field, dotted where it is nested, to what is wrong with it. */
  readonly details: Readonly<Record<string, readonly string[]>>;
  /** Names the request in the logs of the service; undefined where the answer has none. */
  readonly requestId: string | undefined;
  /** Where the error is explained; undefined where the answer does not say. */
  readonly documentationUrl: string | undefined;
  /** What to wait before the request is repeated, milliseconds; undefined where the answer does not say. */
  readonly retryAfterMs: number | undefined;

  constructor(response: Response, body: unknown) {
    const error = fieldsOf(fieldsOf(body)['error']);
    const { code, message, details, documentation_url: url } = error;
    super(typeof message === 'string' ? message : `The API answered ${response.status}.`);
    this.status = response.status;
    this.code = typeof code === 'string' ? code : 'UNKNOWN';
    this.details = fieldsOf(details) as Record<string, string[]>;
    this.requestId = response.headers.get('X-Request-Id') ?? undefined;
    this.documentationUrl = typeof url === 'string' ? url : undefined;
    this.retryAfterMs = retryAfterOf(response, Date.now());
  }
}

/** No whole answer came: the service could not be reached, or the connection ended. `cause` has the reason. */
export class ConnectionError extends MarketwrightError {
  override name = 'ConnectionError';
}

/** No answer came in time. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError';
}

/** A webhook that does not come from the service, or too late. */
export class WebhookVerificationError extends MarketwrightError {
  override name = 'WebhookVerificationError';
}

/** `Retry-After` in milliseconds: seconds or a date (RFC 9110, section 10.2.3). */
export function retryAfterOf({ headers }: Response, nowMs: number): number | undefined {
  const value = headers.get('Retry-After')?.trim();
  if (!value) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
