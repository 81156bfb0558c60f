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
