import { isStorable, UNSTORABLE } from '../domain/kernel/json.ts';
import { type ErrorDetails, fieldName, Problems } from '../domain/kernel/problems.ts';

/** Deeper JSON is an attack on code that walks it. */
export const MAX_DEPTH = 64;

/** Most fields of all objects together, which cost most of the parsing; 64 KiB of settings have fewer. */
export const MAX_JSON_FIELDS = 10_000;
/** Most lists and objects together. */
const MAX_CONTAINERS = 50_000;

/** Why a text is not parsed: it would take longer than a body of its length may. */
export type Excess = 'depth' | 'fields';

/** Whether JSON has more levels, fields or lists than this service accepts; it is found in the text, without parsing. */
export function excessOf(text: Buffer): Excess | undefined {
  const hasManyFields = occursMoreOften(text, COLON, MAX_JSON_FIELDS);
  const hasManyContainers = OPENING.some((bracket) => occursMoreOften(text, bracket, MAX_DEPTH / 2));
  if (!hasManyFields && !hasManyContainers) return undefined;
  let [depth, fields, containers] = [0, 0, 0];
  for (let index = 0; index < text.length; index += 1) {
    const byte = text[index];
    if (byte === QUOTE) index = endOfString(text, index);
    else if (byte === COLON) fields += 1;
    else if (byte === OPENING[0] || byte === OPENING[1]) {
      depth += 1;
      containers += 1;
      if (depth > MAX_DEPTH) return 'depth';
    } else if (byte === CLOSING[0] || byte === CLOSING[1]) depth -= 1;
    if (fields > MAX_JSON_FIELDS || containers > MAX_CONTAINERS) return 'fields';
  }
  return undefined;
}

/**
 * What the database cannot store, by field: texts, and numbers that are infinite as a double, in the value parsed from valid JSON in UTF-8; undefined when there
 * is none. A field named `__proto__`, which no schema has and careless copying would apply, is dropped from the value
 * itself like others that nobody knows; below, it is a problem, since without it a filter would match more. It costs a
 * fraction of the parsing, since the text mostly shows that there is nothing to find.
 */
export function inspectJson(text: Buffer, value: unknown): ErrorDetails | undefined {
  return isSuspect(text) ? findProblems(value) : undefined;
}

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPENING = [0x5b, 0x7b] as const;
const CLOSING = [0x5d, 0x7d] as const;

function occursMoreOften(text: Buffer, byte: number, times: number): boolean {
  let at = text.indexOf(byte);
  for (let count = 0; at !== -1 && count < times; count += 1) at = text.indexOf(byte, at + 1);
  return at !== -1;
}

/** Long strings are searched at memory speed; for shorter ones a search would cost more than checking each byte. */
const SHORT_STRING = 48;
/** Bytes that are checked after a quote within the string: where there is one, there are mostly more. */
const AFTER_QUOTE = 1_024;

/** Where a JSON string ends that starts with a quote at `start`: its closing quote, or the end of the text without one. */
export function endOfString(text: Buffer, start: number): number {
  let index = start + 1;
  for (const end = start + SHORT_STRING; index < end && text[index] !== QUOTE; )
    index += text[index] === BACKSLASH ? 2 : 1;
  return index >= text.length || text[index] === QUOTE ? index : endOfLongString(text, index);
}

/** The same from within the string, where no escape is under way. */
function endOfLongString(text: Buffer, from: number): number {
  let index = from;
  while (index < text.length) {
    const quote = text.indexOf(QUOTE, index);
    if (quote === -1) break;
    if (!isEscaped(text, quote, index)) return quote;
    const end = Math.min(quote + AFTER_QUOTE, text.length);
    for (index = quote + 1; index < end && text[index] !== QUOTE; ) index += text[index] === BACKSLASH ? 2 : 1;
    if (text[index] === QUOTE) return index;
  }
  return text.length;
}

/** Whether an odd number of backslashes precedes; `from` is where no escape is under way. */
export function isEscaped(text: Buffer, at: number, from: number): boolean {
  let before = at;
  while (before > from && text[before - 1] === BACKSLASH) before -= 1;
  return (at - before) % 2 === 1;
}

/** Text with more escapes than this is inspected without reading them. */
const MAX_ESCAPES_READ = 1_000;

/**
 * Whether the text may contain what we look for. Valid UTF-8 has neither NUL within a JSON string nor surrogates,
 * except as escapes.
 */
function isSuspect(text: Buffer): boolean {
  if (text.includes('__proto__') || mayOverflow(text)) return true;
  let at = text.indexOf(BACKSLASH);
  for (let count = 0; at !== -1; count += 1) {
    if (count === MAX_ESCAPES_READ || isSuspectEscape(text.toString('latin1', at + 1, at + 6))) return true;
    at = text.indexOf(BACKSLASH, at + 2);
  }
  return false;
}

/** Digits of a number that is larger than a double can be. */
const OVERFLOWING_DIGITS = 309;
const PLUS = 0x2b;
/** The bit that makes an ASCII letter a small one. */
const SMALL = 0x20;
const EXPONENT = 0x65;

/** Whether there may be a number that becomes infinite: one with an exponent, or with very many digits. */
function mayOverflow(text: Buffer): boolean {
  let digits = 0;
  for (let index = 0; index < text.length; index += 1) {
    const byte = text[index] ?? 0;
    if (isDigit(byte)) {
      digits += 1;
      if (digits === OVERFLOWING_DIGITS) return true;
      continue;
    }
    const next = text[index + 1];
    if (digits > 0 && (byte | SMALL) === EXPONENT && (next === PLUS || isDigit(next))) return true;
    digits = 0;
    if (byte === QUOTE) index = endOfString(text, index);
  }
  return false;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

/** NUL, a surrogate, or a letter of `__proto__`. */
function isSuspectEscape(sequence: string): boolean {
  return /^u(?:0000|d[89a-f]..|005f|006f|007[024])$/i.test(sequence);
}

const NO_NAME = 'Must not be the name of a field.';
/** It would be stored as null. */
const INFINITE = 'Must be a number between -1.8e308 and 1.8e308.';

/** Walks the value. The names on the way share one list, so that paths are built only for problems. */
function findProblems(value: unknown): ErrorDetails | undefined {
  const problems = new Problems();
  const path: (string | number)[] = [];

  const read = (part: string, depth: number) => {
    if (!problems.isFull && !isStorable(part)) problems.add(fieldName(path.slice(0, depth)), UNSTORABLE);
  };
  const visit = (part: unknown, depth: number): void => {
    if (typeof part === 'string') read(part, depth);
    else if (typeof part === 'number') {
      if (!Number.isFinite(part) && !problems.isFull) problems.add(fieldName(path.slice(0, depth)), INFINITE);
    } else if (Array.isArray(part)) {
      for (let index = 0; index < part.length; index += 1) {
        path[depth] = index;
        visit(part[index], depth + 1);
      }
    } else if (typeof part === 'object' && part !== null) visitObject(part as Record<string, unknown>, depth);
  };
  const visitObject = (object: Record<string, unknown>, depth: number): void => {
    if (Object.hasOwn(object, '__proto__')) {
      Reflect.deleteProperty(object, '__proto__');
      if (depth > 0 && !problems.isFull) problems.add(fieldName([...path.slice(0, depth), '__proto__']), NO_NAME);
    }
    for (const name in object) {
      read(name, depth);
      path[depth] = name;
      visit(object[name], depth + 1);
    }
  };
  visit(value, 0);
  return problems.details();
}
