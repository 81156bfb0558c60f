import { ERROR_STATUS, type ErrorCode } from '../../domain/kernel/errors.ts';
import type { Route } from '../route.ts';
import { INT64 } from './schemas.ts';
import type { OpenApiDocument, Response } from './types.ts';

/** The meaning of each code whose name does not explain it fully. */
const MEANING: Partial<Record<ErrorCode, string>> = {
  INVALID_JSON: 'the body is not JSON in UTF-8, or is nested too deeply',
  UNAUTHORIZED: 'no credentials, or credentials that are not valid',
  FORBIDDEN: 'the credentials do not permit this, or the record belongs to another partner',
  IP_NOT_ALLOWED: "the address is not on the key's allowlist",
  CAPABILITY_NOT_ALLOWED: 'the key is not scoped to this capability',
  WEBHOOK_LIMIT_REACHED: 'the plan has no room for another webhook; inactive ones count',
  NOT_FOUND: 'no such record',
  CONFLICT: "the record's state does not allow this, or there are as many of its kind as there may be",
  IDEMPOTENCY_IN_PROGRESS: 'the first request with this Idempotency-Key is still running',
  IDEMPOTENCY_KEY_REUSED: 'the Idempotency-Key was used with another body',
  GONE: 'something that is needed for this is no longer kept',
  PRECONDITION_FAILED:
    'something that is needed first is missing, or the record has changed since the one of `If-Match`',
  PAYLOAD_TOO_LARGE: 'the body is over 1 MiB, or a file over what the route takes',
  UNSUPPORTED_MEDIA_TYPE: 'the body is not application/json, or it is encoded',
  NO_CREDITS: 'the credit balance does not suffice',
  VALIDATION_ERROR: '`error.details` names the fields and what is wrong with them',
  RATE_LIMITED: 'wait `error.retry_after` seconds',
  DAILY_CREDIT_LIMIT_EXCEEDED: 'the key has spent its credits of the UTC day',
  SERVER_ERROR: 'something went wrong on our side',
  SERVICE_UNAVAILABLE: 'try again after `Retry-After` seconds',
};

const EVERYWHERE: ErrorCode[] = [
  'UNAUTHORIZED',
  'FORBIDDEN',
  'IP_NOT_ALLOWED',
  'RATE_LIMITED',
  'SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
];
const WITH_BODY: ErrorCode[] = ['INVALID_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];
const REPEATABLE: ErrorCode[] = ['IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'];

/** Responses that several routes share, by name. */
export type SharedResponses = OpenApiDocument['components']['responses'];

/** The responses for a route's errors, one per status, as references to `shared`, which it extends. */
export function errorResponses(
  route: Route,
  has: { input: boolean; precondition: boolean },
  shared: SharedResponses,
): Record<string, { $ref: string }> {
  const codes = new Set<ErrorCode>(EVERYWHERE);
  if (route.path.includes('{')) codes.add('NOT_FOUND');
  const takesBody = route.method !== 'GET';
  // A body that is no object is refused even where none is required.
  if (has.precondition) codes.add('PRECONDITION_FAILED');
  if (has.input || takesBody) codes.add('VALIDATION_ERROR');
  if (takesBody) for (const code of WITH_BODY) codes.add(code);
  if (route.method === 'POST' && route.kind === 'json') for (const code of REPEATABLE) codes.add(code);
  if (route.operation.capability) codes.add('CAPABILITY_NOT_ALLOWED');
  for (const code of route.errors ?? []) codes.add(code);

  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) byStatus.set(ERROR_STATUS[code], [...(byStatus.get(ERROR_STATUS[code]) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => {
      const name = list.map(pascalCase).join('Or');
      shared[name] = errorResponse(status, list);
      return [String(status), { $ref: `#/components/responses/${name}` }];
    }),
  );
}

/** `NOT_FOUND` becomes NotFound. */
function pascalCase(code: ErrorCode): string {
  return code.toLowerCase().replace(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

function errorResponse(status: number, codes: ErrorCode[]): Response {
  const names = [
    ...(status === 429 || status === 503 || codes.includes('IDEMPOTENCY_IN_PROGRESS') ? ['Retry-After'] : []),
    // Credentials are looked at before the query and the key of a repeat; failures of the service are not repeated.
    ...(status === 401 ? ['WWW-Authenticate'] : ['X-Unknown-Parameters']),
    ...(status === 401 || status >= 500 ? [] : ['Idempotency-Replayed']),
  ];
  return {
    description: codes.map((code) => (MEANING[code] ? `\`${code}\`: ${MEANING[code]}` : `\`${code}\``)).join('; '),
    headers: { ...limitHeaders(), ...headerRefs(names) },
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
}

/** The headers of every response, as references. */
export function limitHeaders(): Record<string, unknown> {
  return headerRefs(Object.keys(COMMON_HEADERS));
}

/** References to headers of the document's components, by name. */
export function headerRefs(names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, headerRef(name)]));
}

/** A reference to a header of the document's components. */
export function headerRef(name: string): unknown {
  return { $ref: `#/components/headers/${name}` };
}

/** Headers of every response under /api. */
export const COMMON_HEADERS: Record<string, unknown> = {
  'X-Request-Id': header('Identifies the request in the logs; quote it when you ask for help.', { type: 'string' }),
  'X-RateLimit-Limit': header('Requests that the tightest limit allows per window.', INT64),
  'X-RateLimit-Remaining': header('Requests left in that window.', INT64),
  'X-RateLimit-Reset': header('End of that window, in seconds of the Unix epoch.', INT64),
  RateLimit: header('The tightest limit: name, remaining requests (r) and seconds (t).', { type: 'string' }),
  'RateLimit-Policy': header('All limits that apply: name, quota (q) and window in seconds (w).', { type: 'string' }),
};

/** Headers of some responses: when to retry, and whether the response is a repeat. */
export const FURTHER_HEADERS: Record<string, unknown> = {
  'Retry-After': header('Whole seconds to wait.', { ...INT64, minimum: 1 }),
  ETag: header('The version of the record, for `If-Match` and `If-None-Match`.', { type: 'string' }),
  Location: header('Path of the created record.', { type: 'string', format: 'uri-reference' }),
  Link: header('On pages of lists: addresses of the next and previous pages.', { type: 'string' }),
  'X-Unknown-Parameters': header('Query parameters that the route does not know and has ignored.', {
    type: 'string',
  }),
  'WWW-Authenticate': header("The credentials expected, and where OAuth clients find the issuer's metadata.", {
    type: 'string',
  }),
  'Mcp-Session-Id': header('Id of the session opened by `initialize`.', { type: 'string' }),
  'Content-Disposition': header('Name of the file.', { type: 'string' }),
  'Last-Modified': header('When the newest content was changed.', { type: 'string' }),
  'Idempotency-Replayed': header('`true` if this is the response of an earlier request.', {
    type: 'string',
    const: 'true',
  }),
};

/** The envelope of every error. */
export const ERROR_SCHEMA = {
  type: 'object',
  required: ['success', 'error'],
  properties: {
    success: { type: 'boolean', not: { const: true } },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', enum: Object.keys(ERROR_STATUS), description: 'Machine-readable error code.' },
        message: { type: 'string', description: 'Human-readable message; its wording may change.' },
        details: {
          type: 'object',
          description: 'Maps each invalid field (dotted if nested) to what is wrong with it.',
          additionalProperties: { type: 'array', items: { type: 'string' } },
        },
        retry_after: { ...INT64, minimum: 1, description: 'Seconds to wait.' },
        documentation_url: { type: 'string', format: 'uri', description: 'Documentation of this code.' },
      },
    },
  },
};

function header(description: string, schema: object): unknown {
  return { description, schema };
}
