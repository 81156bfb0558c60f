import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { answerSchema } from './structured.ts';

test('closes objects and keeps strict mode where it can', () => {
  const schema = z.object({ title: z.string().max(80), score: z.int().min(0).max(9).nullable() });
  expect(answerSchema(schema)).toEqual({
    strict: true,
    schema: {
      type: 'object',
      properties: {
        title: { type: 'string', maxLength: 80 },
        score: { anyOf: [{ type: 'integer', minimum: 0, maximum: 9 }, { type: 'null' }] },
      },
      required: ['title', 'score'],
      additionalProperties: false,
    },
  });
});

test('writes unions as anyOf, the only form that strict mode takes', () => {
  const union = z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]);
  const { schema, strict } = answerSchema(z.object({ step: union }));
  expect(strict).toBe(true);
  expect(JSON.stringify(schema)).toContain('"anyOf"');
  expect(JSON.stringify(schema)).not.toContain('"oneOf"');
});

test.each<[string, z.ZodType]>([
  ['an optional property', z.object({ a: z.string().optional() })],
  ['a property with a default', z.object({ a: z.string().default('x') })],
  ['a record', z.object({ a: z.record(z.string(), z.string()) })],
  ['a tuple', z.object({ a: z.tuple([z.string()]) })],
  ['an unsupported format', z.object({ a: z.url() })],
  ['a list at the root', z.array(z.string())],
])('does without strict mode for %s', (_name, schema) => {
  expect(answerSchema(schema).strict).toBe(false);
});
