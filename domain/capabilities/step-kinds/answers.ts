import type { z } from 'zod';
import { UnusableAnswer } from '../types.ts';

/** PostgreSQL cannot store NUL, and lone surrogates are no text. */
function clean(text: string): string {
  return text.replaceAll('\0', '').toWellFormed().trim();
}

/** Reads a text answer: without NUL and without a code fence around the whole. Throws UnusableAnswer when nothing is left. */
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

/** Digits with their separators: a year, a per cent or a sum of money alike. */
const FIGURE = /\d+(?:[.,’' ]\d{3}(?!\d))*(?:[.,]\d+)?/g;

/** Figures that stand in a text but not in what was given, each once, in the order of the text; spelling of thousands aside. */
export function inventedFigures(text: string, given: string): string[] {
  const known = new Set(figuresIn(given).map(plain));
  const invented = figuresIn(text).filter((figure) => !known.has(plain(figure)));
  return [...new Set(invented)];
}

function figuresIn(text: string): string[] {
  return text.match(FIGURE) ?? [];
}

/** 1,200 and 1 200 are the same; so are 3.50 and 3.5, 05 and 5. */
function plain(figure: string): string {
  const digits = figure.replace(/[.,’' ](?=\d{3}(?!\d))/g, '').replace(',', '.');
  return (digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits).replace(/^0+(?=\d)/, '');
}
