import type { z } from 'zod';
import { readBrief } from '../../sandbox/ai/brief/read-brief.ts';
import { fillSchema } from '../../sandbox/ai/json/fill-schema.ts';
import { seededRandom } from '../../sandbox/ai/random.ts';
import { jsonSchemaOf, withField } from '../samples/table.ts';
import { type Field, fieldsOf } from './fields.ts';

/** Just below the longest body, bytes. */
const MAX_BYTES = 1_000_000;
/** Digits that make each entry of a list another one. */
const DIGITS = 5;

/** A body, and what of it is filled. */
export interface FilledBody {
  field: string;
  body: object;
}

/** The body with each text field in turn, all of them at once, and each list filled with a piece, to its maximum. */
export function* filledBodies(schema: z.ZodType, input: object, piece: string): Generator<FilledBody> {
  const fields = fieldsOf(jsonSchemaOf(schema));
  const texts = fields.filter(({ items }) => !items);
  for (const { path, max } of texts) yield { field: path, body: withField(input, path, filledText(piece, max)) };
  if (texts.length > 1) yield { field: 'all texts', body: allFilled(schema, input, piece) };
  for (const field of fields) {
    if (field.items)
      yield { field: `all ${field.path}`, body: withField(input, field.path, filledList(field, input, piece)) };
  }
}

/** The body with every text that the schema accepts so filled. */
export function allFilled(schema: z.ZodType, input: object, piece: string): object {
  return fieldsOf(jsonSchemaOf(schema))
    .filter(({ items }) => !items)
    .reduce((body, { path, max }) => {
      const next = withField(body, path, filledText(piece, max));
      return bytesOf(next) <= MAX_BYTES && schema.safeParse(next).success ? next : body;
    }, input);
}

function filledText(piece: string, max: number): string {
  const times = Math.min(max / piece.length, MAX_BYTES / (bytesOf(piece) - 2));
  return piece.repeat(Math.max(1, times));
}

function filledList({ path, max, items = {} }: Field, input: object, piece: string): unknown[] {
  const own = valueAt(input, path);
  const [first = fillSchema({ ...items }, readBrief(''), seededRandom(path))] = Array.isArray(own) ? own : [];
  const texts = fieldsOf({ properties: { entry: items } }).filter((field) => !field.items);
  const room = MAX_BYTES / max / Math.max(1, texts.length) / (bytesOf(piece) - 2);
  const entry = (index: number) =>
    texts.reduce<object>(
      (whole, field) => {
        const most = Math.min(field.max - DIGITS, Math.max(1, room) * piece.length);
        return withField(whole, field.path, `${most > 0 ? filledText(piece, most) : ''}${index}`);
      },
      { entry: typeof first === 'number' ? index + 1 : first },
    );
  const count = Math.max(1, Math.min(max, Math.floor(MAX_BYTES / bytesOf(entry(max)))));
  return Array.from({ length: count }, (_, index) => Reflect.get(entry(index), 'entry'));
}

function valueAt(input: object, path: string): unknown {
  const keys = path.replaceAll('[]', '.0').split('.');
  return keys.reduce<unknown>((value, key) => (value instanceof Object ? Reflect.get(value, key) : undefined), input);
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
