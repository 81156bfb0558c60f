import { authorizedFetch } from '../auth/authorized-fetch.ts';
import { Problem } from './problem.ts';

/** An event of a stream. */
export interface ServerEvent {
  id: string | undefined;
  event: string;
  data: string;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/**
 * Follows an event stream of the API by fetch, since EventSource cannot send a token. A stream that breaks is taken up again after the last
 * event that came; it ends when the server ends it with `ends(event)`, or with the signal. Throws what the API refuses.
 */
export async function* followEvents(
  path: string,
  { signal, ends }: { signal: AbortSignal; ends: (event: ServerEvent) => boolean },
): AsyncGenerator<ServerEvent> {
  let lastId: string | undefined;
  let pauseMs = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    try {
      for await (const block of readBlocks(await open(path, lastId, signal))) {
        const event = parseEvent(block);
        if (!event) continue;
        pauseMs = FIRST_PAUSE_MS;
        lastId = event.id ?? lastId;
        yield event;
        if (ends(event)) return;
      }
    } catch (error) {
      if (signal.aborted) return;
      // A refusal stays one; what broke off, or a service that is away, may be back in a moment.
      if (error instanceof Problem && error.status !== undefined && error.status < 500) throw error;
    }
    await pause(pauseMs, signal);
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }
}

async function open(
  path: string,
  lastId: string | undefined,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const headers = new Headers({ Accept: 'text/event-stream' });
  if (lastId !== undefined) headers.set('Last-Event-ID', lastId);
  return openStream(new Request(`/api/v1${path}`, { headers, signal }));
}

/** The body of an answer that streams. Throws what the API refuses. */
export async function openStream(request: Request): Promise<ReadableStream<Uint8Array>> {
  const response = await authorizedFetch(request);
  if (response.ok && response.body) return response.body;
  throw new Problem(await response.json().catch(() => undefined), response);
}

/** Splits a stream at its blank lines (HTML, section 9.2.6): a block is an event or a comment. An unfinished one is left out. */
export async function* readBlocks(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = '';
  const text = stream.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>);
  for await (const part of text) {
    const blocks = (rest + part).replaceAll('\r\n', '\n').split('\n\n');
    rest = blocks.pop() ?? '';
    yield* blocks;
  }
}

/** The event of a block; undefined: it is a comment. */
export function parseEvent(block: string): ServerEvent | undefined {
  const fields = block.split('\n').map((line) => /^(\w+): ?(.*)$/.exec(line)?.slice(1) ?? []);
  const valuesOf = (name: string) => fields.flatMap(([key, value]) => (key === name ? [value ?? ''] : []));
  const data = valuesOf('data');
  if (data.length === 0) return undefined;
  return { id: valuesOf('id').at(-1), event: valuesOf('event').at(-1) ?? 'message', data: data.join('\n') };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
