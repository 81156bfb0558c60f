import type { z } from 'zod';
import { UnusableAnswer } from '../types.ts';

/** Removes NUL, which PostgreSQL cannot store, and lone surrogates, which are not valid text. */
function clean(text: string): string {
  return text.replaceAll('\0', '').toWellFormed().trim();
}

/** Reads a text answer without NUL and without an enclosing code fence. Throws UnusableAnswer when nothing is left. */
export function readText(answer: unknown): string {
  const text = typeof answer === 'string' ? clean(answer.replaceAll('\r\n', '\n')) : '';
  const fenced = /^```(?:markdown|md|text)?\n/.exec(text);
  const bare = fenced && text.endsWith('```') ? text.slice(fenced[0].length, -3).trim() : text;
  if (bare === '') throw new UnusableAnswer('The answer is empty.');
  return bare;
}

/** Reads an object answer; texts in it are cleaned. Throws UnusableAnswer when it does not fit the schema. */
export function readObject<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const parsed = schema.safeParse(cleanDeep(answer));
  if (!parsed.success) throw new UnusableAnswer('The answer does not have the form that was asked for.');
  return parsed.data;
}

function cleanDeep(value: unknown): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map(cleanDeep);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, cleanDeep(entry)]));
}

/** Digits with separators, as in years, percentages and amounts. */
const FIGURE = /\d+(?:[.,’' ]\d{3}(?!\d))*(?:[.,]\d+)?/g;

/** Distinct figures in a text that are not in the input, in order of appearance; separators of thousands are ignored. */
export function inventedFigures(text: string, given: string): string[] {
  return inventedBeside(given)(text);
}

/** The same for several texts; the input, which may be long, is read once. */
export function inventedBeside(given: string): (text: string) => string[] {
  const known = new Set(figuresIn(given).map(plain));
  return (text) => [...new Set(figuresIn(text).filter((figure) => !known.has(plain(figure))))];
}

function figuresIn(text: string): string[] {
  return text.match(FIGURE) ?? [];
}

/** Normalises a figure: 1,200 = 1 200, 3.50 = 3.5, 05 = 5. */
function plain(figure: string): string {
  const digits = figure.replace(/[.,’' ](?=\d{3}(?!\d))/g, '').replace(',', '.');
  return (digits.includes('.') ? withoutTrailingZeros(digits) : digits).replace(/^0+(?=\d)/, '');
}

function withoutTrailingZeros(decimal: string): string {
  let end = decimal.length;
  while (decimal[end - 1] === '0') end -= 1;
  return decimal.slice(0, decimal[end - 1] === '.' ? end - 1 : end);
}
