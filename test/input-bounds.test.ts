import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { routesOf } from '../api/area.ts';
import { AREAS } from '../api/areas.ts';
import { capabilities } from '../domain/features.ts';
import { EVENT_TYPES } from '../domain/webhooks/catalogue.ts';
import { type JsonSchema, jsonSchemaOf } from './samples/table.ts';

/** Formats that leave no room for a long text. */
const SHORT_FORMATS = ['date', 'date-time', 'time', 'uuid', 'ipv4', 'ipv6'];
/** A repetition without an end; what stands between brackets or behind a backslash repeats nothing. */
const ENDLESS = /[*+]|\{\d+,\}/;

const routes = routesOf(AREAS).map(({ method, path, operation }) => [`${method} ${path}`, operation] as const);

describe('every input is bounded', () => {
  test('of the routes', () => {
    const open = routes.flatMap(([name, { params, input }]) => [
      ...unbounded(params, `${name}: {`, '}'),
      ...unbounded(input, `${name}: `),
    ]);
    expect(open).toEqual([]);
  });

  test('of the capabilities', () => {
    expect(capabilities.all.flatMap(({ slug, settings }) => unbounded(settings, `${slug}: `))).toEqual([]);
  });

  test('of the data of events, which endpoints get whole', () => {
    expect(EVENT_TYPES.flatMap(({ name, data }) => unbounded(data, `${name}: `))).toEqual([]);
  });

  const LETTERS = z.string().regex(/^[a-z]+$/);
  const PART = z.string().regex(/[a-z]{2}/);
  test.each<[string, z.ZodType, string[]]>([
    ['a text', z.object({ body: z.string() }), ['body']],
    ['a text that may be null', z.object({ body: z.string().nullish() }), ['body']],
    ['a pattern without an end', z.object({ slug: LETTERS }), ['slug']],
    ['a pattern without anchors', z.object({ slug: PART }), ['slug']],
    ['a list', z.object({ tags: z.array(z.string().max(9)) }), ['tags[]']],
    ['a text in a list', z.object({ tags: z.array(z.string()).max(9) }), ['tags[]']],
    ['a text of a record', z.object({ texts: z.record(z.enum(['a']), z.string()) }), ['texts.*']],
  ])('of %s', (_what, schema, expected) => {
    expect(unbounded(schema, '').map((problem) => problem.split(' ')[0])).toEqual(expected);
  });

  test('by lengths, words, formats, and patterns with an end', () => {
    const schema = z.object({
      title: z.string().max(9),
      kind: z.enum(['a', 'b']),
      at: z.iso.datetime(),
      slug: z.string().regex(/^[a-z+*]{1,9}\+?$/),
      tags: z.array(z.literal('a')).max(2).optional(),
    });
    expect(unbounded(schema, '')).toEqual([]);
  });
});

/** The fields whose texts or lists may have any length, and what they need. */
function unbounded(schema: z.ZodType, before: string, after = ''): string[] {
  const found = new Set<string>();
  const visit = (part: JsonSchema, place: string): void => {
    const types = [part.type].flat();
    if (types.includes('string') && !isBoundedText(part))
      found.add(`${before}${place}${after} needs a maximum: text(…) or .max(…)`);
    if (types.includes('array') && part.maxItems === undefined)
      found.add(`${before}${place}[]${after} needs a maximum: .max(…)`);
    const below = (name: string) => (place === '' ? name : `${place}.${name}`);
    for (const [name, each] of Object.entries({ ...part.properties, ...part.$defs })) visit(each, below(name));
    if (part.items) visit(part.items, `${place}[]`);
    for (const each of [...(part.anyOf ?? []), ...(part.oneOf ?? []), ...(part.allOf ?? [])]) visit(each, place);
    if (typeof part.additionalProperties === 'object') visit(part.additionalProperties, below('*'));
  };
  visit(jsonSchemaOf(schema), '');
  return [...found];
}

function isBoundedText({ maxLength, format, pattern, ...others }: JsonSchema): boolean {
  if ((maxLength ?? others['x-max-length']) !== undefined || others.enum || others.const !== undefined) return true;
  if (format !== undefined && SHORT_FORMATS.includes(format)) return true;
  const plain = (pattern ?? '').replaceAll(/\\.|\[(?:\\.|[^\]])*\]/g, 'x');
  return plain.startsWith('^') && plain.endsWith('$') && !ENDLESS.test(plain);
}
