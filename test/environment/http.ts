import { expect } from '@jest/globals';
import { z } from 'zod';
import { ERROR_STATUS, type ErrorCode } from '../../domain/kernel/errors.ts';
import { isRecorded, recordExchange } from '../examples/record.ts';
import { documentedOperation } from './api-document.ts';
import type { HttpReply, HttpRequest } from './client.ts';
import * as client from './client.ts';
import { runningStack } from './running-stack.ts';

/** What a request takes besides its route. */
export interface RequestOptions {
  /** Bearer token; null: none. */
  key: string | null;
  params?: Record<string, string | number>;
  query?: HttpRequest['query'];
  /** Text and bytes go as they are, called JSON unless the headers say otherwise; the rest as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Which of the two API processes. */
  process?: 0 | 1;
  /** Where another API process answers, without a path. */
  origin?: string;
  /** The client's address; one of its own for each test file when left out. */
  address?: string;
}

/** An answer, read to its end. */
export type Reply = HttpReply;

/** `METHOD path`, as in test/routes.ts. */
export type RouteName = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

const errorSchema = z.strictObject({
  success: z.literal(false),
  error: z.strictObject({
    code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
    message: z.string().min(1),
    details: z.record(z.string(), z.array(z.string()).min(1)).optional(),
    retry_after: z.int().min(1).optional(),
    documentation_url: z.url(),
  }),
});

/** Anonymous requests are limited by address; each test file, and each of its requests that asks for it, has another. */
let lastAddress = Math.floor(Math.random() * 2 ** 23);
const OWN_ADDRESS = freshAddress();

/** An address that no other test uses. */
export function freshAddress(): string {
  lastAddress += 1;
  return `10.${(lastAddress >> 16) & 255}.${(lastAddress >> 8) & 255}.${lastAddress & 255}`;
}

/**
 * Sends a request to a route of the product and holds the answer against what every answer must be: status and body as the API
 * document says, the error envelope for errors, and the headers that all have.
 */
export async function request(name: RouteName, options: RequestOptions): Promise<Reply> {
  const [method = '', path = ''] = name.split(' ');
  const operation = await documentedOperation(method, path);
  const reply = await send(method, `/api/v1${filled(path, options.params)}`, options);
  expectCommonHeaders(reply);
  operation.expectHead(reply);
  if (operation.isJson || reply.body !== undefined) operation.expectAnswer(reply);
  if (reply.status >= 400) expectErrorEnvelope(reply);
  if (isRecorded() && operation.takes(options.body)) {
    recordExchange({ route: name, request: options.body, status: reply.status, response: reply.body });
  }
  return reply;
}

/** Sends any request to an API process, without a look at the answer. */
export function send(method: string, path: string, options: RequestOptions): Promise<Reply> {
  return client.send(urlOf(path, options), { method, ...asHttpRequest(options) });
}

/** The response itself, for streams; the caller reads or cancels the body. */
export function open(method: string, path: string, options: RequestOptions, signal?: AbortSignal): Promise<Response> {
  return client.open(urlOf(path, options), { method, ...asHttpRequest(options), ...(signal && { signal }) });
}

function urlOf(path: string, { process: index = 0, origin = runningStack().origins[index] }: RequestOptions): URL {
  return new URL(path, origin);
}

function asHttpRequest({ key, query = {}, body, address = OWN_ADDRESS, headers }: RequestOptions): HttpRequest {
  const type: Record<string, string> = client.isRaw(body) ? { 'Content-Type': 'application/json' } : {};
  return { key, query, body, headers: { 'X-Forwarded-For': address, ...type, ...headers } };
}

/** The answer's body, typed by a schema of the presenters. */
export function read<Schema extends z.ZodType>(reply: Reply, schema: Schema): z.output<Schema> {
  return schema.parse(reply.body);
}

/** Holds an error against its code; the status follows from it. Returns its details. */
export function expectError(reply: Reply, code: ErrorCode): Record<string, string[]> {
  const { error } = errorSchema.parse(reply.body);
  expect({ status: reply.status, code: error.code, message: error.message }).toEqual({
    status: ERROR_STATUS[code],
    code,
    message: expect.any(String),
  });
  return error.details ?? {};
}

function filled(path: string, params: Record<string, string | number> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${path} needs ${name}.`);
    return encodeURIComponent(String(value));
  });
}

function expectCommonHeaders({ headers }: Reply): void {
  expect(headers.get('X-Request-Id')).toMatch(/^[\w-]{8,64}$/);
  for (const name of ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']) {
    expect({ [name]: headers.get(name) }).toEqual({ [name]: expect.stringMatching(/^\d+$/) });
  }
}

function expectErrorEnvelope(reply: Reply): void {
  const { error } = errorSchema.parse(reply.body);
  expect(reply.status).toBe(ERROR_STATUS[error.code]);
  if (reply.status !== 429) return;
  expect(reply.headers.get('Retry-After')).toBe(String(error.retry_after));
}
