import type { CallToolResult } from '@modelcontextprotocol/server';
import type { AppError, ErrorCode } from '../../domain/kernel/errors.ts';
import type { ErrorDetails } from '../../domain/kernel/problems.ts';
import { cutAtWord } from '../../domain/kernel/words.ts';
import { ExactNumber } from '../exact-number.ts';
import { finderOf, readerOf } from './names.ts';

/** Longest text of a result without the fields that a tool is called for, characters; about 1,000 tokens. */
export const MAX_TEXT = 4_000;
/** Longest value in a line of a list, characters. */
const MAX_IN_LINE = 120;
/** Longest value on its own line, characters. */
const MAX_VALUE = 600;
const MORE = '… The rest is in structuredContent; lists take per_page and page.';

/**
 * A result in a few lines, for models whose clients show them only text. `whole`: fields that are never cut, such as a
 * requested text.
 */
export function summarize(output: Record<string, unknown>, whole: ReadonlySet<string> = new Set()): string {
  const wholes: string[] = [];
  const lines = linesOf(output, '', whole, wholes);
  const kept: string[] = [];
  let room = MAX_TEXT - MORE.length - 1;
  for (const line of lines) {
    room -= line.length + 1;
    if (room < 0) break;
    kept.push(line);
  }
  if (kept.length < lines.length) kept.push(MORE);
  return [...kept, ...wholes].join('\n') || 'Done.';
}

function linesOf(value: object, indent: string, whole: ReadonlySet<string>, wholes: string[]): string[] {
  return Object.entries(value).flatMap(([name, part]) => {
    if (part === null || part === undefined || part === '') return [];
    if (whole.has(name)) {
      wholes.push(`\n${name}:\n${wholeText(part)}`);
      return [];
    }
    if (Array.isArray(part)) return listOf(name, part, indent, whole, wholes);
    if (!isCompound(part)) return [`${indent}${name}: ${cutAtWord(oneLine(part), MAX_VALUE)}`];
    const inner = linesOf(part, `${indent}  `, whole, wholes);
    return inner.length > 0 ? [`${indent}${name}:`, ...inner] : [];
  });
}

function listOf(
  name: string,
  values: readonly unknown[],
  indent: string,
  whole: ReadonlySet<string>,
  wholes: string[],
): string[] {
  if (!values.some(isCompound)) {
    return [`${indent}${name}: ${values.length > 0 ? cutAtWord(values.map(oneLine).join(', '), MAX_VALUE) : 'none'}`];
  }
  const lines = values.map((value) => `${indent}- ${lineOf(value, whole, wholes)}`);
  return [`${indent}${name} (${values.length}):`, ...lines];
}

/** A record on one line: its short values. */
function lineOf(value: unknown, whole: ReadonlySet<string>, wholes: string[]): string {
  if (!isCompound(value)) return cutAtWord(oneLine(value), MAX_IN_LINE);
  return Object.entries(value)
    .flatMap(([name, part]) => {
      if (part === null || part === undefined || part === '') return [];
      if (whole.has(name)) {
        wholes.push(`\n${name}:\n${wholeText(part)}`);
        return [];
      }
      if (!isCompound(part)) return [`${name}: ${cutAtWord(oneLine(part), MAX_IN_LINE)}`];
      if (!Array.isArray(part)) return [];
      return part.every((each) => typeof each !== 'object') && part.length > 0
        ? [`${name}: ${cutAtWord(part.map(oneLine).join('; '), MAX_IN_LINE)}`]
        : [];
    })
    .join(', ');
}

/** Whether a value has parts, rather than being written in one piece. */
function isCompound(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof ExactNumber);
}

function wholeText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join('\n\n');
  return JSON.stringify(value);
}

function oneLine(value: unknown): string {
  return String(value).replaceAll(/\s+/g, ' ');
}

/** Tools that help with an error, by its code. */
export const EXPLAINED_BY: Partial<Record<ErrorCode, string>> = {
  NO_CREDITS: 'get_usage',
  DAILY_CREDIT_LIMIT_EXCEEDED: 'get_usage',
  CAPABILITY_NOT_ALLOWED: 'list_capabilities',
  WEBHOOK_LIMIT_REACHED: 'list_webhooks',
};
/** Codes for an argument that identifies no record of the caller. */
const NAMES_NOTHING: readonly ErrorCode[] = ['NOT_FOUND', 'CASE_STUDY_NOT_FOUND', 'FORBIDDEN'];
/** Codes for a record whose state does not permit the call. */
const REFUSED_BY_STATE: readonly ErrorCode[] = ['CONFLICT', 'GONE'];

/** Names in a call of a tool. */
interface CallNames {
  /** The argument of a parameter. */
  named: (parameter: string) => string;
  /** The arguments that were sent. */
  given: readonly string[];
  /** The fields that the tool has, at any depth: no other name leads to a tool. */
  known: ReadonlySet<string>;
}

/** Tools that help with an error: by its code, the records in the arguments, or the invalid arguments. */
function suggestedTools({ code, details = {} }: AppError, { named, given, known }: CallNames) {
  const tool = EXPLAINED_BY[code];
  if (tool) return [`See ${tool}.`];
  if (REFUSED_BY_STATE.includes(code)) {
    return given.map(readerOf).flatMap((reader) => (reader ? [`${reader} tells how it stands.`] : []));
  }
  const complaints = Object.keys(details).flatMap((field) => [named(field.split('.')[0] ?? field), lastOf(field)]);
  const blamed = NAMES_NOTHING.includes(code) ? given : complaints;
  return [...new Set(blamed)].flatMap((argument) => {
    const finder = known.has(argument) ? finderOf(argument) : undefined;
    return finder ? [`${argument}: ${finder} has what it can be.`] : [];
  });
}

/** `template_slug` of `target.template_slug`. */
function lastOf(field: string): string {
  return field.slice(field.lastIndexOf('.') + 1);
}

/**
 * A result that describes an error so that a model can correct it: the code, then each argument, then tools that help.
 */
export function failed(error: AppError, names: CallNames): CallToolResult {
  const { code, message, details = {} } = error;
  const fields = Object.entries(details satisfies ErrorDetails).map(
    ([field, messages]) => `${names.named(field)}: ${messages.join(' ')}`,
  );
  const text = [`${code}: ${message}`, ...fields, ...suggestedTools(error, names)].join('\n');
  return { content: [{ type: 'text', text }], isError: true };
}

/** A structured result with a short text, for models that are shown only text. */
export function structured(output: Record<string, unknown>, text: string): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent: output, isError: false };
}
