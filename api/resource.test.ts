import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { datetimeSchema, type PresentContext, record, resource } from './resource.ts';

interface Row {
  id: number;
  name: string;
  secret: string;
  is_active: boolean;
  parts: { name: string; cost: number }[];
  created_at: Date;
  ended_at: Date | null;
}

const row: Row = {
  id: 7,
  name: 'Seven',
  secret: 'never shown',
  is_active: true,
  parts: [{ name: 'a', cost: 1 }],
  created_at: new Date('2026-03-04T05:06:07.089Z'),
  ended_at: null,
};
const context = {} as PresentContext;
const partSchema = z.array(z.object({ name: z.string() }));
const partsOf = ({ parts }: Row) => parts.map(({ name }) => ({ name }));

test('fields of the record are copied, moments as text, and nothing that is not declared', () => {
  const notes = resource({
    type: 'note',
    attributes: {
      ended_at: datetimeSchema.nullable(),
      name: z.string(),
      created_at: datetimeSchema,
      parts: partSchema,
      label: z.string(),
    },
    links: { self: z.string() },
    present: (note: Row) => ({
      attributes: { parts: partsOf(note), label: 'one' },
      links: { self: `/notes/${note.id}` },
    }),
  });
  const shown = notes.present(row, context);
  expect(shown).toEqual({
    type: 'note',
    id: 7,
    attributes: {
      ended_at: null,
      name: 'Seven',
      created_at: '2026-03-04T05:06:07.089Z',
      parts: [{ name: 'a' }],
      label: 'one',
    },
    links: { self: '/notes/7' },
  });
  expect(Object.keys(shown.attributes)).toEqual(['ended_at', 'name', 'created_at', 'parts', 'label']);
  expect(notes.schema.parse(shown)).toEqual(shown);
});

test('what is said replaces what the record has, and an undeclared field that is said does not leave', () => {
  const notes = record(z.object({ id: z.int(), name: z.string() }), ({ name, secret }: Row) => ({
    name: name.toUpperCase(),
    secret,
  }));
  expect(notes.present(row, context)).toEqual({ id: 7, name: 'SEVEN' });
});

test('what may be left out is never copied', () => {
  const schema = z.object({ name: z.string(), is_active: z.literal(true).optional(), secret: z.string().optional() });
  expect(record(schema, (_note: Row) => ({})).present(row, context)).toEqual({ name: 'Seven' });
});

test('the compiler asks for what the record lacks or has otherwise', () => {
  // @ts-expect-error: the record has no label.
  record(z.object({ label: z.string() }), (_note: Row) => ({}));
  // @ts-expect-error: the name is no number.
  record(z.object({ name: z.int() }), (_note: Row) => ({}));
  // @ts-expect-error: a Date is copied only to a date-time, not to another format.
  record(z.object({ created_at: z.iso.date() }), (_note: Row) => ({}));
  // @ts-expect-error: null does not fit.
  record(z.object({ ended_at: datetimeSchema }), (_note: Row) => ({}));
  // @ts-expect-error: parts have a field that the schema lacks.
  record(z.object({ parts: partSchema }), (_note: Row) => ({}));
  expect(
    record(z.object({ parts: partSchema }), (note: Row) => ({ parts: partsOf(note) })).present(row, context),
  ).toEqual({
    parts: [{ name: 'a' }],
  });
});
