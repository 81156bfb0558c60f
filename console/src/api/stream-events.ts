import { ApiError } from './api-error.ts';
import { authorizedFetch } from './client.ts';
import { parseEvent, readBlocks, type ServerEvent } from './server-sent-events.ts';

const MIN_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 15_000;

/**
 * Reads an event stream of the API with fetch, because EventSource cannot send a token. Reconnects after the last received event. Ends
 * after the event for which `isLast` is true, or with the signal. Throws on a 4xx response other than 429.
 */
export async function* streamEvents(
  path: string,
  { signal, isLast }: { signal: AbortSignal; isLast: (event: ServerEvent) => boolean },
): AsyncGenerator<ServerEvent> {
  let lastEventId: string | undefined;
  let backoffMs = MIN_BACKOFF_MS;
  while (!signal.aborted) {
    try {
      for await (const block of readBlocks(await open(path, lastEventId, signal))) {
        const event = parseEvent(block);
        if (!event) continue;
        backoffMs = MIN_BACKOFF_MS;
        lastEventId = event.id ?? lastEventId;
        yield event;
        if (isLast(event)) return;
      }
    } catch (error) {
      if (signal.aborted) return;
      // A 4xx response is final, but for a limit. After a lost connection or a 5xx response a retry may succeed.
      if (error instanceof ApiError && error.status !== undefined && error.status < 500 && error.status !== 429)
        throw error;
    }
    await delay(backoffMs, signal);
    backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS);
  }
}

async function open(
  path: string,
  lastEventId: string | undefined,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const headers = new Headers({ Accept: 'text/event-stream' });
  if (lastEventId !== undefined) headers.set('Last-Event-ID', lastEventId);
  return openStream(new Request(`/api/v1${path}`, { headers, signal }));
}

/** Opens the body of a streaming response. Throws an ApiError on an error response. */
export async function openStream(request: Request): Promise<ReadableStream<Uint8Array>> {
  const response = await authorizedFetch(request);
  if (response.ok && response.body) return response.body;
  throw new ApiError(await response.json().catch(() => undefined), response);
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
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
