import { ApiError } from '../../api/api-error.ts';
import type { GenerateWriterOutputBody } from '../../api/generated/client/types.gen.ts';
import { parseEvent, readBlocks } from '../../api/server-sent-events.ts';
import { openStream } from '../../api/stream-events.ts';

/** Comment that starts the next text. A blank line of text follows it, for clients that show all texts as one. */
const NEXT_RESULT = /^: result \d+$/;
const DONE = '[DONE]';

/**
 * Streams the texts of a message; each value has everything received so far. Repeating a request with the same options resumes it and is
 * free for the existing part. Throws on errors of the API and of the provider, and when the connection is lost.
 */
export async function* streamTexts(body: GenerateWriterOutputBody, signal: AbortSignal): AsyncGenerator<string[]> {
  const request = new Request('/api/v1/aiwriter/generate-output', {
    method: 'POST',
    headers: { Accept: 'text/event-stream', 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  });
  const results = [''];
  let isSeparator = false;
  for await (const block of readBlocks(await openStream(request))) {
    const event = parseEvent(block);
    if (!event) {
      if (NEXT_RESULT.test(block)) {
        results.push('');
        isSeparator = true;
      }
    } else if (event.event === 'error') {
      throw new ApiError(JSON.parse(event.data), undefined);
    } else if (event.data === DONE) {
      return;
    } else if (isSeparator) {
      isSeparator = false;
    } else {
      results[results.length - 1] += event.data;
      yield [...results];
    }
  }
  throw new ApiError(undefined, undefined);
}
