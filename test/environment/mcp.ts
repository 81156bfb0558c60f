import { expect } from '@jest/globals';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { testToken } from '../mcp/tokens.ts';
import { open, send } from './client.ts';
import { expectByOutputSchema } from './tool-results.ts';
import { waitUntil } from './wait-until.ts';

export const MCP = '/api/v1/mcp';

/** What a POST, or another request, was answered. */
export interface McpReply {
  status: number;
  headers: Headers;
  /** The JSON-RPC message that answers; of a stream the last one. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into messages of every shape
  message: any;
  /** Messages of a stream before the last. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  before: any[];
  events: EventSourceMessage[];
  text: string;
}

/** An open GET stream. */
export interface OpenStream {
  events: EventSourceMessage[];
  /** Notifications so far. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  messages(): any[];
  /** Whether the server has ended it. */
  ended(): boolean;
  /** Id of the last event. */
  lastId(): string | undefined;
  leave(): void;
}

/** A client that speaks the protocol by hand, so that nothing of an SDK hides what the server does. */
export class McpCaller {
  origin: string;
  token: string;
  session: string | undefined;
  #nextId = 1;

  constructor(origin: string, claims: Parameters<typeof testToken>[0]) {
    this.origin = origin;
    this.token = testToken(claims);
  }

  /** Opens a session. */
  async initialize(protocolVersion = '2025-11-25'): Promise<McpReply> {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'caller', version: '1' } };
    const reply = await this.request('initialize', params);
    expect({ status: reply.status, text: reply.text }).toMatchObject({ status: 200 });
    this.session = reply.headers.get('Mcp-Session-Id') ?? undefined;
    await this.send({ body: { jsonrpc: '2.0', method: 'notifications/initialized' } });
    return reply;
  }

  /** Sends a request of the protocol. */
  request(
    method: string,
    params?: object,
    headers: Record<string, string> = {},
    id: unknown = this.#nextId++,
  ): Promise<McpReply> {
    return this.send({ body: { jsonrpc: '2.0', id, method, ...(params && { params }) }, headers });
  }

  /** Calls a tool; returns its result. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  async tool(name: string, given: object = {}): Promise<any> {
    const reply = await this.request('tools/call', { name, arguments: given });
    expect({ status: reply.status, error: reply.message?.error }).toEqual({ status: 200, error: undefined });
    expectByOutputSchema(name, reply.message.result);
    return reply.message.result;
  }

  /** Sends anything to the endpoint. */
  async send(options: { method?: string; body?: unknown; headers?: Record<string, string> }): Promise<McpReply> {
    const { method = 'POST', body, headers } = options;
    const response = await send(this.origin + MCP, {
      method,
      headers: this.headers({ Accept: 'application/json', 'Content-Type': 'application/json', ...headers }),
      body,
    });
    const { text } = response;
    const events: EventSourceMessage[] = [];
    const type = response.headers.get('Content-Type') ?? '';
    if (type.startsWith('text/event-stream')) createParser({ onEvent: (event) => events.push(event) }).feed(text);
    const messages = events.filter(({ data }) => data !== '').map(({ data }) => JSON.parse(data));
    return {
      status: response.status,
      headers: response.headers,
      message: response.body ?? messages.at(-1),
      before: messages.slice(0, -1),
      events,
      text,
    };
  }

  /** Opens a stream by GET, or by POST of a message. */
  async open(headers: Record<string, string> = {}, message?: object): Promise<OpenStream> {
    const leaving = new AbortController();
    const response = await open(this.origin + MCP, {
      headers: this.headers({
        Accept: message ? EITHER : 'text/event-stream',
        ...(message && { 'Content-Type': 'application/json' }),
        ...headers,
      }),
      signal: leaving.signal,
      ...(message && { method: 'POST', body: message }),
    });
    expect({ status: response.status, type: response.headers.get('Content-Type') }).toEqual({
      status: 200,
      type: 'text/event-stream',
    });
    const events: EventSourceMessage[] = [];
    const parser = createParser({ onEvent: (event) => events.push(event) });
    let streamEnded = false;
    void (async () => {
      const decoder = new TextDecoder();
      try {
        for await (const chunk of response.body ?? []) parser.feed(decoder.decode(chunk, { stream: true }));
      } catch {
        // The client left, or the process was killed.
      }
      streamEnded = true;
    })();
    return {
      events,
      messages: () =>
        events.filter(({ event, data }) => event === 'message' && data).map(({ data }) => JSON.parse(data)),
      ended: () => streamEnded,
      lastId: () => events.filter(({ id }) => id !== undefined).at(-1)?.id,
      leave: () => leaving.abort(),
    };
  }

  headers(more: Record<string, string>): Headers {
    const headers = new Headers({ Authorization: `Bearer ${this.token}`, ...more });
    if (this.session !== undefined && !headers.has('Mcp-Session-Id')) headers.set('Mcp-Session-Id', this.session);
    for (const [name, value] of Object.entries(more)) if (value === '') headers.delete(name);
    return headers;
  }
}

const EITHER = 'application/json, text/event-stream';
const META = 'io.modelcontextprotocol/';

/** A client of the version without sessions, by hand. */
export class ModernCaller extends McpCaller {
  #id = 1;

  /** A request as the version has it; `meta` adds to, or takes from, what it says about its client. */
  message(method: string, params: object = {}, meta: object = {}, id: string | number = this.#id++) {
    const _meta = {
      [`${META}protocolVersion`]: '2026-07-28',
      [`${META}clientInfo`]: { name: 'caller', version: '1' },
      [`${META}clientCapabilities`]: {},
      ...meta,
    };
    return { jsonrpc: '2.0', id, method, params: { ...params, _meta } };
  }

  /** Sends a message with the headers that repeat it; an empty header is left out. */
  async modern(message: { method: string; params: object }, headers: Record<string, string> = {}): Promise<McpReply> {
    return this.send({ body: message, headers: { Accept: EITHER, ...repeated(message), ...headers } });
  }

  /** Sends a request. */
  ask(method: string, params: object = {}, meta: object = {}, headers: Record<string, string> = {}): Promise<McpReply> {
    return this.modern(this.message(method, params, meta), headers);
  }

  /** Calls a tool; returns its result. */
  override async tool(name: string, given: object = {}): ReturnType<McpCaller['tool']> {
    const reply = await this.ask('tools/call', { name, arguments: given });
    expect({ status: reply.status, error: reply.message?.error }).toEqual({ status: 200, error: undefined });
    expectByOutputSchema(name, reply.message.result);
    return reply.message.result;
  }

  /** Opens the stream of a request. */
  stream(message: { method: string; params: object }): Promise<OpenStream> {
    return this.open(repeated(message), message);
  }
}

function repeated({ method, params }: { method: string; params: object }): Record<string, string> {
  const { name, uri } = params as { name?: string; uri?: string };
  const named = method === 'resources/read' ? uri : name;
  return {
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': method,
    ...(named !== undefined && { 'Mcp-Name': named }),
  };
}

/** Waits until a stream has brought a notification of this method. */
export function notificationOf(stream: OpenStream, method: string): Promise<unknown> {
  return waitUntil(
    method,
    async () => stream.messages().map((message) => message.method),
    (methods) => methods.includes(method),
  );
}

/** Waits until the server has ended a stream. */
export function streamEnded(stream: OpenStream): Promise<unknown> {
  return waitUntil(
    'the end of a stream',
    async () => stream.ended(),
    (ended) => ended,
  );
}
