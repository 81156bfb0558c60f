import { cutAtWord } from '../../domain/kernel/words.ts';
import type { Exchange } from './record.ts';

/** What the API document shows of a route: a body that it takes, and what it answers then. */
export interface Example {
  request?: unknown;
  response?: unknown;
}

/** Long enough to show every field, short enough to be read; characters of JSON. */
const PLEASANT_LENGTH = 1_500;
const MAX_TEXT = 300;
const MAX_ITEMS = 2;

/** What no reader should take for a model: filling, tests of characters, other than words. */
const STRANGE = /([a-z])\1{9}|[^\x20-\x7e\p{Script=Latin}–—’“”…\n]|\\u[0d]|<script|\blorem\b/iu;

/** Of all exchanges with a route the one that shows most in a length that one reads. */
export function chooseExample(exchanges: readonly Exchange[]): Example | undefined {
  const [best] = exchanges
    .filter(({ request, response }) => !STRANGE.test(JSON.stringify([request, response])))
    .map(({ request, response }) => ({ request: shortened(request), response: shortened(response) }))
    .toSorted((one, other) => oddness(one) - oddness(other));
  if (!best) return undefined;
  return {
    ...(best.request !== undefined && { request: best.request }),
    ...(best.response !== undefined && { response: best.response }),
  };
}

/** How far an example is from being pleasant; an empty list or a null shows nothing. */
function oddness(example: Example): number {
  const text = JSON.stringify(example);
  const blanks = text.match(/:(?:null|\[\]|\{\}|"")/g)?.length ?? 0;
  const endsBadly = /"(?:failed|error_message":")/.test(text);
  return Math.abs(text.length - PLEASANT_LENGTH) + blanks * 200 + (endsBadly ? 2_000 : 0);
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return cutAtWord(withoutTraces(value), MAX_TEXT);
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shortened(part)]));
}

/** Names of tests end in letters that keep them apart. Keys and secrets of a test's database open nothing, but whoever scans for secrets cannot know. */
function withoutTraces(text: string): string {
  return text
    .replace(/[- ][\da-f]{8}-[\da-f]{4}$/, '')
    .replace(/\b(vp3_|adm_|whsec_)[\w+/=-]{8,}/g, (whole, prefix: string) => prefix.padEnd(whole.length, 'x'))
    .replace(/\b[\da-f]{48,}\b/g, (whole) => '0'.repeat(whole.length))
    .replace(/https?:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?/g, 'https://api.example.com');
}
