import { authorizedFetch } from '../auth/authorized-fetch.ts';
import { parseEvent, readBlocks, type ServerEvent } from './event-blocks.ts';
import { Problem } from './problem.ts';

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
