import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import { inspectJson } from '../middleware/body.ts';

/** Codes of errors in answers (contract). */
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

/** The message in a body. Throws RpcError: -32700 for what is no JSON, -32600 for what is no message. */
export function parseMessage(body: Buffer): Incoming {
  const value = parseJson(body);
  if (Array.isArray(value)) throw new RpcError(CODES.invalidRequest, 'Batches are not supported; send one message.');
  requireStorable(value);
  const parsed = head.safeParse(value);
  if (!parsed.success) {
    const fields = parsed.error.issues.map((issue) => issue.path.join('.') || 'the message');
    throw new RpcError(CODES.invalidRequest, `This is no JSON-RPC 2.0 message; look at ${fields.join(', ')}.`);
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
  throw new RpcError(CODES.invalidRequest, 'The message has no method.');
}

function parseJson(body: Buffer): unknown {
  if (!isUtf8(body)) throw new RpcError(CODES.parseError, 'The body is not UTF-8.');
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new RpcError(CODES.parseError, 'The body is not valid JSON.');
  }
}

/** Throws -32600 for text that no record could hold, wherever in the message it stands, and for JSON that is nested too deeply. */
function requireStorable(value: unknown): void {
  let problems: ReturnType<typeof inspectJson>;
  try {
    problems = inspectJson(value);
  } catch {
    throw new RpcError(CODES.invalidRequest, 'The message is nested too deeply.');
  }
  const [field] = Object.entries(problems ?? {});
  if (field) throw new RpcError(CODES.invalidRequest, `${field[0]}: ${field[1].join(' ')}`);
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
