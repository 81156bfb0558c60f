import { cutAtWord } from '../../domain/kernel/words.ts';
import type { Exchange } from './record.ts';

/** The example of a route in the API document: a request body and its response. */
export interface Example {
  request?: unknown;
  response?: unknown;
}

/** Long enough to show every field, short enough to be read; characters of JSON. */
const PLEASANT_LENGTH = 1_500;
const MAX_TEXT = 300;
const MAX_ITEMS = 2;

/** Texts that make a bad example: filler, character tests, random letters. */
const STRANGE =
  /([a-z])\1{9}|\b(\w{1,20} )\2{8}|(> ){9}|[^\x20-\x7e\p{Script=Latin}–—’“”…\n]|\\u[0d]|<script|\blorem\b/iu;

/** The exchange of a route that shows most at a readable length. */
export function chooseExample(exchanges: readonly Exchange[]): Example | undefined {
  // A file may be answered in JSON, too, and in forms that the document cannot show.
  const shown = exchanges.filter(({ response }) => response !== undefined);
  const [best] = (shown.length > 0 ? shown : exchanges)
    .filter(({ request, response }) => !STRANGE.test(JSON.stringify([request, response])))
    .map(({ request, response }) => ({ request: shortened(request), response: shortened(response) }))
    .toSorted((one, other) => oddness(one) - oddness(other));
  if (!best) return undefined;
  return {
    ...(best.request !== undefined && { request: best.request }),
    ...(best.response !== undefined && { response: best.response }),
  };
}

/** How far an example is from the ideal; empty lists and nulls count against it. */
function oddness(example: Example): number {
  const text = JSON.stringify(example);
  const blanks = text.match(/:(?:null|\[\]|\{\}|"")/g)?.length ?? 0;
  const endsBadly = /"(?:failed|error_message":")/.test(text);
  const showsNothing = text.includes('"data":null');
  return Math.abs(text.length - PLEASANT_LENGTH) + blanks * 200 + (endsBadly ? 2_000 : 0) + (showsNothing ? 10_000 : 0);
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return cutAtWord(withoutTraces(value), MAX_TEXT);
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shortened(part)]));
}

/** Names in tests end in a random suffix. Keys and secrets of a test database are worthless, but secret scanners cannot know that. */
function withoutTraces(text: string): string {
  return text
    .replace(/[- ][\da-f]{8}-[\da-f]{4}$/, '')
    .replace(/\b(vp3_|adm_|whsec_)[\w+/=-]{8,}/g, (whole, prefix: string) => prefix.padEnd(whole.length, 'x'))
    .replace(/\b[\da-f]{48,}\b/g, (whole) => '0'.repeat(whole.length))
    .replace(/https?:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?/g, 'https://api.example.com');
}
