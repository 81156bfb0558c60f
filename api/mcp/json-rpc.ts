import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import type { McpLogLevel } from '../../domain/mcp/types.ts';
import { inspectJson } from '../middleware/body.ts';

/** Codes of errors in answers. */
export const CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
} as const;
export type ErrorCode = (typeof CODES)[keyof typeof CODES];

/** An error that a caller sees. `data` is for programs. */
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

export type RequestId = string | number;

export interface RpcRequest {
  jsonrpc: '2.0';
  id: RequestId;
  method: string;
  params?: Record<string, unknown>;
}

export interface RpcNotification {
  jsonrpc: '2.0';
  method: string;
  params?: Record<string, unknown>;
}

/** A client's answer to a request of ours. */
export interface RpcReply {
  jsonrpc: '2.0';
  id: RequestId;
  result?: unknown;
  error?: unknown;
}

/** What a client sends, sorted. */
export type Incoming =
  | { kind: 'request'; message: RpcRequest }
  | { kind: 'notification'; message: RpcNotification }
  | { kind: 'reply'; message: RpcReply };

const MAX_ID_LENGTH = 200;

const id = z.union([z.string().max(MAX_ID_LENGTH), z.int()]);
const head = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: id.optional(),
  method: z.string().max(200).optional(),
  params: z.record(z.string(), z.unknown()).optional(),
});

/** A body that is no message, with the id that its answer bears. */
export class BadMessage extends RpcError {
  readonly requestId: RequestId | null;

  constructor(code: ErrorCode, message: string, requestId: RequestId | null = null) {
    super(code, message);
    this.name = 'BadMessage';
    this.requestId = requestId;
  }
}

/** The message in a body. Throws BadMessage: -32700 for what is no JSON, -32600 for what is no message. */
export function parseMessage(body: Buffer): Incoming {
  const value = parseJson(body);
  if (Array.isArray(value)) throw new BadMessage(CODES.invalidRequest, 'Batches are not supported; send one message.');
  const problem = problemOf(value);
  if (problem !== undefined) throw new BadMessage(CODES.invalidRequest, problem, idOf(value));
  const parsed = head.safeParse(value);
  if (!parsed.success) {
    const fields = parsed.error.issues.map((issue) => issue.path.join('.') || 'the message');
    const problem = `This is no JSON-RPC 2.0 message; look at ${fields.join(', ')}.`;
    throw new BadMessage(CODES.invalidRequest, problem, idOf(value));
  }
  const message = parsed.data;
  if (message.method !== undefined) {
    return message.id === undefined
      ? { kind: 'notification', message: message as RpcNotification }
      : { kind: 'request', message: message as RpcRequest };
  }
  if (message.id !== undefined && ('result' in message || 'error' in message)) {
    return { kind: 'reply', message: message as RpcReply };
  }
  throw new BadMessage(CODES.invalidRequest, 'The message has no method.', message.id);
}

function parseJson(body: Buffer): unknown {
  if (!isUtf8(body)) throw new BadMessage(CODES.parseError, 'The body is not UTF-8.');
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new BadMessage(CODES.parseError, 'The body is not valid JSON.');
  }
}

/** The id of what may be no message otherwise; null where it has none that could be answered to. */
function idOf(value: unknown): RequestId | null {
  const given = z.looseObject({ id }).safeParse(value).data?.id;
  return given === undefined || problemOf(given) !== undefined ? null : given;
}

/** What is wrong with text that no record could hold, wherever in the message it stands, and with JSON that is nested too deeply. */
function problemOf(value: unknown): string | undefined {
  let problems: ReturnType<typeof inspectJson>;
  try {
    problems = inspectJson(value);
  } catch {
    return 'The message is nested too deeply.';
  }
  const [field] = Object.entries(problems ?? {});
  return field && `${field[0]}: ${field[1].join(' ')}`;
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
