import type { Logger } from 'pino';
import { AppError } from '../../domain/kernel/errors.ts';
import type { HttpContext } from '../context.ts';
import { asAppError, retryHeader } from '../middleware/errors.ts';
import { CODES, type ErrorCode, errorMessage, type RequestId, RpcError } from './json-rpc.ts';

/** A response that refuses a request at the transport: an HTTP status with a JSON-RPC error. */
export class Refusal extends Error {
  readonly status: number;
  readonly error: RpcError;
  readonly headers: Record<string, string>;
  readonly requestId: RequestId | null;

  constructor(
    status: number,
    error: RpcError,
    headers: Record<string, string> = {},
    requestId: RequestId | null = null,
  ) {
    super(error.message);
    this.name = 'Refusal';
    this.status = status;
    this.error = error;
    this.headers = headers;
    this.requestId = requestId;
  }

  /** The body; its id is null where the request was refused before it was parsed. */
  body(): object {
    return errorMessage(this.requestId, this.error);
  }

  /** The same refusal with the request's id. */
  to(requestId: RequestId): Refusal {
    return new Refusal(this.status, this.error, this.headers, requestId);
  }
}

/** A refusal of a client's error. */
export function badRequest(message: string, status = 400, headers: Record<string, string> = {}): Refusal {
  return new Refusal(status, new RpcError(CODES.invalidRequest, message), headers);
}

/** Converts an error to the transport's refusal. `challengeOf`: the WWW-Authenticate of an error, if it has one. */
export function refusalOf(
  error: unknown,
  ctx: HttpContext,
  log: Logger,
  challengeOf: (refusal: AppError) => string | undefined = () => undefined,
): Refusal {
  if (error instanceof Refusal) return error;
  const known = asAppError(error, ctx.state.requestId, log);
  const { status, code, message, retryAfterSeconds } = known;
  const retry = retryAfterSeconds === undefined ? {} : { retry_after: retryAfterSeconds };
  const challenge = challengeOf(known);
  return new Refusal(status, new RpcError(codeOf(known), message, { code, ...retry }), {
    ...retryHeader(known, ctx.response.get('RateLimit-Policy')),
    ...(challenge !== undefined && { 'WWW-Authenticate': challenge }),
  });
}

/** -32600 for faults of the request, -32603 for those of the service or the credential. */
function codeOf({ status }: AppError): ErrorCode {
  return [401, 403, 429].includes(status) || status >= 500 ? CODES.internalError : CODES.invalidRequest;
}

/** The JSON-RPC error for an operation's error, where the protocol has no result that could contain it. */
export function rpcErrorOf(error: AppError, uri?: string): RpcError {
  const data = { code: error.code, ...(error.details && { details: error.details }), ...(uri && { uri }) };
  const blamed = [404, 409, 412, 422].includes(error.status);
  return new RpcError(blamed ? CODES.invalidParams : CODES.internalError, error.message, data);
}

/** An error of a handler as the caller may see it; what is no fault of the request is logged. */
export function visibleError(error: unknown, ctx: HttpContext, log: Logger): RpcError {
  if (error instanceof RpcError) return error;
  const isExpected = error instanceof AppError && error.status < 500;
  return rpcErrorOf(isExpected ? error : asAppError(error, ctx.state.requestId, log));
}
