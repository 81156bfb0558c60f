import { setImmediate } from 'node:timers/promises';
import { operatorFetch } from '../http/operator-fetch.ts';
import { JsonParts } from './json-parts.ts';
import { AiError } from './port.ts';

/** Characters of an answer for each token that was asked for: an ordinary one has four, the longest of a vocabulary a few more. */
const CHARACTERS_PER_TOKEN = 16;
/** Longest answer for any purpose, characters. */
const MAX_CHARACTERS = 400_000;
/** Longest text of a completion, with the reasoning in it, characters; it is looked through at once. */
export const MAX_CONTENT = 1_048_576;
/** Longest body of a response, bytes: an answer with its reasoning, or 128 embeddings with a number a line; or a stream token by token. */
const MAX_BODY_BYTES = 6 * 1_048_576;
const MAX_STREAM_BYTES = 64 * 1_048_576;
/** Longest event of a stream: the longest answer at once. The client looks through an event again with each piece that comes of it. */
const MAX_EVENT_BYTES = 1_048_576;
/** Most lines of a stream: several for each event that is read. Lines that are no events, such as comments, take time, too. */
const MAX_LINES = 500_000;
/** The client copies what is left of a piece with each line of it, so a stream is handed on in small ones. */
const MAX_PIECE_BYTES = 8_192;
/** Most fields, lists and objects of a body or an event, which take most of the time of its parsing: an answer has a few dozen. */
const MAX_PARTS = 20_000;
/** Most values: the numbers of 128 embeddings, and some more. */
const MAX_VALUES = 250_000;
/** Of a failure so much is read; what comes after it is cut off. */
const MAX_FAILURE_BYTES = 262_144;

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

/** How long a stream may stay open after the line that ends it, milliseconds; most end at once, and their connection serves again. */
const MAX_AFTER_END_MS = 1_000;

/**
 * `fetch` whose bodies end with AnswerTooLong before they take much memory or time. A redirect is a failure: prompts go where the
 * operator sends them, and not where an answer says.
 */
export async function limitedFetch(url: string | URL | Request, options?: RequestInit): Promise<Response> {
  const response = await operatorFetch(url, { ...options, redirect: 'manual' });
  if (!response.body) return response;
  const type = response.headers.get('content-type') ?? '';
  const isStream = type.startsWith('text/event-stream');
  if (!response.ok) return new Response(response.body.pipeThrough(cutAt(MAX_FAILURE_BYTES)), response);
  let left = isStream ? MAX_STREAM_BYTES : MAX_BODY_BYTES;
  // The client reads what is not JSON as events, where it has asked for a stream.
  const isJson = /\bjson\b/.test(type);
  const isExcess = isJson ? tooManyParts() : tooLargeEvent();
  const isEnd = isJson ? () => false : endOfStream();
  let closing: NodeJS.Timeout | undefined;
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      async transform(chunk, controller) {
        if (closing) return;
        left -= chunk.byteLength;
        const size = isJson ? chunk.byteLength : MAX_PIECE_BYTES;
        for (let at = 0; at < chunk.byteLength; at += size) {
          if (at > 0) await setImmediate();
          const piece = chunk.subarray(at, at + size);
          if (left < 0 || isExcess(piece)) throw new AnswerTooLong();
          controller.enqueue(piece);
          if (!isEnd(piece)) continue;
          // The client would wait for the connection to end, too, and take a whole answer for a late one.
          closing = setTimeout(() => controller.terminate(), MAX_AFTER_END_MS).unref();
          return;
        }
      },
      flush: () => clearTimeout(closing),
    }),
  );
  return new Response(body, response);
}

const ENDS = ['\n', '\r'].flatMap((line) => [`${line}data: [DONE]`, `${line}data:[DONE]`]);
const END_LENGTH = Math.max(...ENDS.map((end) => end.length));

/** Whether the line has come that ends a stream. */
function endOfStream(): (piece: Uint8Array) => boolean {
  let tail = Buffer.from('\n');
  return (piece) => {
    const bytes = Buffer.concat([tail, piece]);
    tail = bytes.subarray(-END_LENGTH);
    return ENDS.some((end) => bytes.includes(end));
  };
}

/** Passes so many bytes on and ends. */
function cutAt(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let left = maxBytes;
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk.subarray(0, left));
      left -= chunk.byteLength;
      if (left <= 0) controller.terminate();
    },
  });
}

/** Whether a body has more parts so far than its parsing may take time for. */
function tooManyParts(): (chunk: Uint8Array) => boolean {
  const json = new JsonParts();
  return (chunk) => {
    json.count(chunk);
    return json.parts > MAX_PARTS || json.values > MAX_VALUES;
  };
}

/** Whether there are more bytes or parts since the last blank line, which ends an event, than an event may have, or too many lines in all. */
function tooLargeEvent(): (chunk: Uint8Array) => boolean {
  let length = 0;
  let lines = 0;
  /** A blank line may come in two chunks. */
  let tail = Buffer.alloc(0);
  let isManyParts = tooManyParts();
  return (chunk) => {
    for (const byte of chunk) if (byte === LINE_FEED || byte === CARRIAGE_RETURN) lines += 1;
    if (lines > MAX_LINES) return true;
    const bytes = Buffer.concat([tail, chunk]);
    const end = Math.max(...BLANK_LINES.map((line) => bytes.lastIndexOf(line)));
    tail = bytes.subarray(-3);
    if (end === -1) {
      length += chunk.length;
      return isManyParts(chunk) || length > MAX_EVENT_BYTES;
    }
    isManyParts = tooManyParts();
    length = bytes.length - end;
    return isManyParts(bytes.subarray(end)) || length > MAX_EVENT_BYTES;
  };
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BLANK_LINES = ['\n\n', '\r\n\r\n', '\r\r'];
