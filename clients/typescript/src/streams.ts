import { ApiError, ConnectionError } from './errors.ts';
import { EventParser, type StreamEvent } from './event-parser.ts';
import { type ClientOptions, DEFAULTS, type RequestOptions, type Route, type Sent, send } from './request.ts';
import { backoffMs, sleep } from './retries.ts';

/** What can be said of a stream. */
export interface StreamOptions extends RequestOptions {
  /** Id of the last event that was seen; the stream goes on after it. */
  lastEventId?: string;
}

const EVENT_STREAM = 'text/event-stream';
/** What the service does not say: the wait before a new connection, milliseconds. */
const RECONNECT_MS = 2_000;

/**
 * The events of a stream. A connection that ends is made again, and the stream goes on after its last event, until `isLast` says
 * that an event was the last one, or a connection that `ends` brings nothing more. Streams of a POST are not resumed.
 */
export async function* streamEvents(
  client: ClientOptions,
  route: Route,
  input: Sent & StreamOptions,
  end: { ends: boolean; isLast: (event: StreamEvent) => boolean },
): AsyncGenerator<StreamEvent, void, void> {
  const { signal, lastEventId = '' } = input;
  const maxRetries = input.maxRetries ?? client.maxRetries ?? DEFAULTS.maxRetries;
  const parser = { lastId: lastEventId, retryMs: undefined as number | undefined };
  const canResume = route.method === 'GET';
  for (let failures = 0; ; ) {
    let received = 0;
    try {
      for await (const event of connection(client, route, input, parser)) {
        received += 1;
        failures = 0;
        yield event;
        if (end.isLast(event)) return;
      }
      if (!canResume || (end.ends && received === 0)) return;
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (error instanceof ApiError || !canResume || !(error instanceof ConnectionError)) throw error;
      failures += 1;
      if (failures > maxRetries) throw error;
    }
    const waitMs = failures === 0 ? (parser.retryMs ?? RECONNECT_MS) : backoffMs(failures);
    await sleep(waitMs, signal);
  }
}

/** The events of one connection. What it learns of the place in the stream is kept in `place`. */
async function* connection(
  client: ClientOptions,
  route: Route,
  input: Sent & RequestOptions,
  place: { lastId: string; retryMs: number | undefined },
): AsyncGenerator<StreamEvent, void, void> {
  const headers = { ...input.headers, ...(place.lastId && { 'Last-Event-ID': place.lastId }) };
  const response = await send(client, route, { ...input, headers }, EVENT_STREAM, async (answer) => answer);
  if (response.status === 204 || !response.body) return;
  if (!response.headers.get('Content-Type')?.startsWith(EVENT_STREAM)) {
    await response.body.cancel();
    throw new TypeError('The answer is no stream of events.');
  }
  const parser = new EventParser(place.lastId);
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        if (input.signal?.aborted) throw input.signal.reason;
        throw new ConnectionError('The stream ended early.', { cause });
      });
      if (done) return;
      for (const event of parser.push(decoder.decode(value, { stream: true }))) {
        place.lastId = event.id;
        yield event;
      }
      place.retryMs = parser.retryMs ?? place.retryMs;
    }
  } finally {
    // Whoever stops reading ends the connection.
    await reader.cancel().catch(() => undefined);
  }
}
