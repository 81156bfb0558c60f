import { AiError } from './port.ts';

/** Characters of an answer for each token that was asked for: an ordinary one has four, the longest of a vocabulary a few more. */
const CHARACTERS_PER_TOKEN = 16;
/** Longest answer for any purpose, characters. */
const MAX_CHARACTERS = 400_000;
/** Longest body of a response, bytes: an answer with its reasoning, or a stream of them token by token. */
const MAX_BODY_BYTES = 4 * 1_048_576;
const MAX_STREAM_BYTES = 64 * 1_048_576;

/** The answer is longer than was asked for, whatever the provider says of its tokens; to ask again would not help. */
export class AnswerTooLong extends AiError {
  constructor() {
    super('too_long', 'The answer of the AI provider is longer than was asked for');
  }
}

/** Longest answer that is accepted where this many tokens were asked for, characters. */
export function maxCharactersOf(maxOutputTokens: number): number {
  return Math.min(MAX_CHARACTERS, maxOutputTokens * CHARACTERS_PER_TOKEN);
}

/** `fetch` whose bodies end with AnswerTooLong before they take much memory or time. */
export async function limitedFetch(url: string | URL | Request, options?: RequestInit): Promise<Response> {
  // biome-ignore lint/style/noRestrictedGlobals: the operator sets the address of the provider, which may be internal
  const response = await fetch(url, options);
  if (!response.body) return response;
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  let left = isStream ? MAX_STREAM_BYTES : MAX_BODY_BYTES;
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        left -= chunk.byteLength;
        if (left < 0) throw new AnswerTooLong();
        controller.enqueue(chunk);
      },
    }),
  );
  return new Response(body, response);
}
