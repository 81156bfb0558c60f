import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { open, type RequestOptions } from './http.ts';

/** A stream as a client saw it. */
export interface Stream {
  status: number;
  headers: Headers;
  events: EventSourceMessage[];
  /** Whether the server ended it, rather than the client. */
  ended: boolean;
}

/** Reads server-sent events until the server ends the stream, or until `enough` of them have come. */
export async function readEvents(
  path: string,
  options: RequestOptions,
  enough: (events: readonly EventSourceMessage[]) => boolean = () => false,
  limitMs = 45_000,
): Promise<Stream> {
  const response = await open('GET', path, options, AbortSignal.timeout(limitMs));
  const events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => events.push(event) });
  const stream = { status: response.status, headers: response.headers, events };
  if (!response.body) return { ...stream, ended: true };
  const decoder = new TextDecoder();
  for await (const chunk of response.body) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    if (enough(events)) return { ...stream, ended: false };
  }
  return { ...stream, ended: true };
}

/** A stream that goes on while the test does other things. */
export interface FollowedEvents {
  status: number;
  /** What has come so far. */
  events: EventSourceMessage[];
  /** Resolves when what has come is enough; rejects when the stream has ended, or time is up, before. */
  until(enough: (events: readonly EventSourceMessage[]) => boolean): Promise<void>;
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>;
  leave(): void;
}

/** Opens a stream and reads on until it ends or the test leaves. */
export async function followEvents(
  path: string,
  { method = 'GET', ...options }: RequestOptions & { method?: 'GET' | 'POST' },
  limitMs = 45_000,
): Promise<FollowedEvents> {
  const leaving = new AbortController();
  const response = await open(method, path, options, leaving.signal);
  const events: EventSourceMessage[] = [];
  const waiting = new Set<() => void>();
  const parser = createParser({
    onEvent(event) {
      events.push(event);
      for (const look of waiting) look();
    },
  });
  const ended = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) parser.feed(decoder.decode(chunk, { stream: true }));
  })();
  // Whoever leaves breaks it off.
  ended.catch(() => undefined);
  return {
    status: response.status,
    events,
    ended,
    leave: () => leaving.abort(),
    async until(enough) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const seen = () => events.map(({ event, data }) => `${event} ${data.slice(0, 80)}`).join('\n');
      const timer = setTimeout(() => reject(new Error(`Not enough came:\n${seen()}`)), limitMs);
      const look = () => enough(events) && resolve();
      waiting.add(look);
      look();
      const over = ended.then(() => Promise.reject(new Error(`The stream ended too early:\n${seen()}`)));
      try {
        await Promise.race([promise, over]);
      } finally {
        clearTimeout(timer);
        waiting.delete(look);
        over.catch(() => undefined);
      }
    },
  };
}
