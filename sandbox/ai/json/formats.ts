import { createHash } from 'node:crypto';
import { inputText } from '../brief/inputs.ts';
import { toSlug } from '../brief/words.ts';
import type { Author } from '../text/author.ts';

/** Used when the inputs name no date, because an answer may not depend on the clock. */
const usualDay = '2026-01-05';
const dayMs = 86_400_000;

/** A text in one of JSON Schema's formats; undefined for formats that need nothing special. */
export function formatted(format: string, name: string, index: number, author: Author): string | undefined {
  const { inputs } = author.brief;
  const { topic, product } = author.subject;
  switch (format) {
    case 'date':
      return dayFor(index, author).toISOString().slice(0, 10);
    case 'date-time':
      return dayFor(index, author).toISOString();
    case 'time':
      return '09:00:00Z';
    case 'duration':
      return 'P7D';
    case 'email':
      return inputText(inputs, 'email') ?? 'team@example.com';
    case 'uri':
    case 'url':
    case 'uri-reference':
      return (
        inputText(inputs, name) ?? inputText(inputs, 'url') ?? `https://www.example.com/${toSlug(product ?? topic)}`
      );
    case 'hostname':
      return 'www.example.com';
    case 'ipv4':
      return '192.0.2.1';
    case 'ipv6':
      return '2001:db8::1';
    case 'uuid':
      return uuid(`${topic} ${name} ${index}`);
    default:
      return undefined;
  }
}

/** A week apart, from the first date that the inputs name. */
function dayFor(index: number, { brief }: Author): Date {
  const text = brief.inputs.map(({ value }) => String(value)).join(' ');
  const start = /\b\d{4}-\d{2}-\d{2}\b/.exec(text)?.[0] ?? usualDay;
  const startMs = Date.parse(`${start}T09:00:00Z`);
  return new Date((Number.isNaN(startMs) ? Date.parse(`${usualDay}T09:00:00Z`) : startMs) + index * 7 * dayMs);
}

/** A well-formed version 4 UUID that always is the same for the same text. */
function uuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
