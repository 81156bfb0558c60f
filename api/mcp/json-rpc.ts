import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import { detailsOf } from '../../domain/kernel/invoke.ts';
import { isJsonObject, isStorable, type JsonObject } from '../../domain/kernel/json.ts';
import type { ErrorDetails } from '../../domain/kernel/problems.ts';
import { truncate } from '../../domain/kernel/words.ts';
import type { McpLogLevel } from '../../domain/mcp/table.ts';
import { type Excess, excessOf, inspectJson, MAX_JSON_FIELDS } from '../inspect-json.ts';

/** JSON-RPC error codes. */
export const CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  // From version 2026-07-28 of the protocol on.
  headerMismatch: -32020,
  missingClientCapability: -32021,
  unsupportedVersion: -32022,
} as const;
export type ErrorCode = (typeof CODES)[keyof typeof CODES];

/** Longest part of a name in an error message, characters. */
const MAX_ECHO = 100;

/** A caller's name for something, cut to the length for error messages. */
export function truncateName(name: string): string {
  return name.length > MAX_ECHO ? `${truncate(name, MAX_ECHO)}…` : name;
}

/** An error that the caller sees. `data` is for programs. */
export class RpcError extends Error {
  readonly code: ErrorCode;
  readonly data: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, message: string, data?: Record<string, unknown>) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
    this.data = data;
  }
}

/** A client's id for its request; the response has the same one. */
export type RequestId = string | number;

/** A message that expects a response. */
export interface RpcRequest {
  jsonrpc: '2.0';
  id: RequestId;
  method: string;
  params?: Record<string, unknown>;
}

/** A message without a response. */
export interface RpcNotification {
  jsonrpc: '2.0';
  method: string;
  params?: Record<string, unknown>;
}

/** A client's response to a request of ours. */
export interface RpcReply {
  jsonrpc: '2.0';
  id: RequestId;
  result?: unknown;
  error?: unknown;
}

/** A parsed message, by its kind. */
export type Incoming =
  | { kind: 'request'; message: RpcRequest; argumentProblems?: ErrorDetails }
  | { kind: 'notification'; message: RpcNotification }
  | { kind: 'reply'; message: RpcReply };

const MAX_ID_LENGTH = 200;
/** No method has a longer name; of one that is unknown, more is not kept. */
const MAX_METHOD_LENGTH = 200;

const id = z.union([z.string().max(MAX_ID_LENGTH), z.int()]);
/** Any object, passed through: z.record would copy its members one by one. */
export const anyObject = z.custom<JsonObject>(isJsonObject, 'Must be an object.');
/** A client's token for reports of progress. */
export const progressToken = z.union(
  [z.string().max(MAX_ID_LENGTH), z.int()],
  `Must be an integer, or a string of at most ${MAX_ID_LENGTH} characters.`,
);
/** The fields of a message that we read; others at its top level are ignored. */
const envelope = z.object({
  jsonrpc: z.literal('2.0'),
  id: id.optional(),
  method: z
    .string()
    .transform((name) => truncate(name, MAX_METHOD_LENGTH))
    .optional(),
  // Clients whose language has no absent field send null; the methods without parameters have none.
  params: anyObject.nullish(),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
});

/** -32602 with the problem of each field. Parse with `reportInput`, so that a missing field is called one. */
export function invalidFields(what: string, error: z.ZodError, within = ''): RpcError {
  const problems = Object.entries(detailsOf(error)).map(
    ([field, messages]) => `${within}${field}: ${messages.join(' ')}`,
  );
  return new RpcError(CODES.invalidParams, `Invalid ${what}: ${problems.join('; ')}`);
}

/** The id of a request or a response; undefined where it is not valid. */
export function requestIdOf(value: unknown): RequestId | undefined {
  return id.safeParse(value).data;
}

/** A body that is no valid message, with the id for its response. */
export class InvalidMessage extends RpcError {
  readonly requestId: RequestId | null;

  constructor(code: ErrorCode, message: string, requestId: RequestId | null = null) {
    super(code, message);
    this.name = 'InvalidMessage';
    this.requestId = requestId;
  }
}

/** Parses the message in a body. Throws InvalidMessage: -32700 for invalid JSON, -32600 for an invalid message. */
export function parseMessage(body: Buffer): Incoming {
  const excess = excessOf(body);
  if (excess !== undefined) {
    const requestId = body.length <= MAX_PARSED_FOR_ID ? idOf(parseJson(body)) : null;
    throw new InvalidMessage(CODES.invalidRequest, EXCESSES[excess], requestId);
  }
  const value = parseJson(body);
  if (Array.isArray(value))
    throw new InvalidMessage(CODES.invalidRequest, 'Batches are not supported; send one message.');
  const argumentProblems = problemsOfArguments(body, value);
  const parsed = envelope.safeParse(value);
  if (!parsed.success) {
    const fields = parsed.error.issues.map((issue) => issue.path.join('.') || 'the message');
    const problem = `This is no JSON-RPC 2.0 message; look at ${fields.join(', ')}.`;
    throw new InvalidMessage(CODES.invalidRequest, problem, idOf(value));
  }
  const { jsonrpc, id: requestId, method, params, result, error } = parsed.data;
  if (method !== undefined) {
    const message = { jsonrpc, method, ...(params && { params }) };
    return requestId === undefined
      ? { kind: 'notification', message }
      : { kind: 'request', message: { ...message, id: requestId }, ...(argumentProblems && { argumentProblems }) };
  }
  if (requestId !== undefined && (result !== undefined || error !== undefined)) {
    const outcome = error === undefined ? { result } : { error };
    return { kind: 'reply', message: { jsonrpc, id: requestId, ...outcome } };
  }
  throw new InvalidMessage(CODES.invalidRequest, 'The message has no method.', requestId);
}

/** A refused message is parsed for its id up to this size, bytes. */
const MAX_PARSED_FOR_ID = 65_536;

const EXCESSES: Record<Excess, string> = {
  depth: 'The message is nested too deeply.',
  fields: `The message has more than ${MAX_JSON_FIELDS} fields.`,
};

function parseJson(body: Buffer): unknown {
  if (!isUtf8(body)) throw new InvalidMessage(CODES.parseError, 'The body is not UTF-8.');
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new InvalidMessage(CODES.parseError, 'The body is not valid JSON.');
  }
}

/** The id of a message that may be invalid otherwise; null without a valid id. */
function idOf(value: unknown): RequestId | null {
  const given = z.looseObject({ id }).safeParse(value).data?.id;
  return given === undefined || (typeof given === 'string' && !isStorable(given)) ? null : given;
}

const ARGUMENTS = 'params.arguments.';

/** A call of a tool with arguments, which the tool judges. */
const toolCall = z.looseObject({ method: z.literal('tools/call'), params: z.looseObject({ arguments: anyObject }) });

/**
 * What no record could store in the arguments of a tool, by argument; the tool's result says so. Throws InvalidMessage for
 * the like anywhere else in the message.
 */
function problemsOfArguments(body: Buffer, value: unknown): ErrorDetails | undefined {
  const problems = inspectJson(body, value);
  if (!problems) return undefined;
  const call = toolCall.safeParse(value).data;
  // Without the arguments, of which there may be more problems than are listed.
  const others = call ? inspectJson(body, { ...call, params: { ...call.params, arguments: {} } }) : problems;
  const [field] = Object.entries(others ?? {});
  if (field) throw new InvalidMessage(CODES.invalidRequest, `${field[0]}: ${field[1].join(' ')}`, idOf(value));
  return Object.fromEntries(
    Object.entries(problems).map(([name, messages]) => [
      name.startsWith(ARGUMENTS) ? name.slice(ARGUMENTS.length) : name,
      messages,
    ]),
  );
}

/** An error as a message; `id` is null where the request's is unknown. */
export function errorMessage(requestId: RequestId | null, error: RpcError): object {
  const { code, message, data } = error;
  return { jsonrpc: '2.0', id: requestId, error: { code, message, ...(data && { data }) } };
}

/** A result as a message. */
export function resultMessage(requestId: RequestId, result: object): object {
  return { jsonrpc: '2.0', id: requestId, result };
}

/** Parameters of a log message. */
export function logMessage(level: McpLogLevel, data: Record<string, unknown>): Record<string, unknown> {
  return { level, logger: 'marketwright', data };
}

/** Serialized results that are sent repeatedly. */
const texts = new WeakMap<object, string>();

/** Serializes a result that never changes once, rather than for each response. */
export function cacheSerialized<Result extends object>(result: Result): Result {
  texts.set(result, JSON.stringify(result));
  return result;
}

/** Serializes a message. */
export function serializeMessage(message: { id?: RequestId; result?: unknown }): string {
  const { id, result } = message;
  const text = typeof result === 'object' && result !== null ? texts.get(result) : undefined;
  if (text === undefined) return JSON.stringify(message);
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${text}}`;
}
