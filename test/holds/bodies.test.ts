import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { allFilled, filledBodies } from './bodies.ts';

const schema = z.object({
  name: z.string().max(10),
  language: z
    .string()
    .max(10)
    .regex(/^[a-z]+$/),
  kind: z.enum(['one', 'other']),
  tags: z.array(z.string().max(12)).max(3),
  parts: z.array(z.object({ title: z.string().max(9), count: z.int() })).max(2),
});
const input = { name: 'Sample', language: 'de', kind: 'one', tags: [], parts: [{ title: 'First', count: 1 }] };

test('each text in turn, all that may be, and each list are filled to their maximum', () => {
  const bodies = new Map(Array.from(filledBodies(schema, input, '1.'), ({ field, body }) => [field, body]));
  expect(Object.fromEntries(bodies)).toEqual({
    name: { ...input, name: '1.1.1.1.1.' },
    language: { ...input, language: '1.1.1.1.1.' },
    'tags[]': { ...input, tags: ['1.1.1.1.1.1.'] },
    'parts[].title': { ...input, parts: [{ title: '1.1.1.1.', count: 1 }] },
    'all texts': allFilled(schema, input, '1.'),
    'all tags': { ...input, tags: ['1.1.1.0', '1.1.1.1', '1.1.1.2'] },
    'all parts': { ...input, parts: [0, 1].map((index) => ({ title: `1.1.${index}`, count: 1 })) },
  });
  expect(allFilled(schema, input, '1.')).toEqual({
    ...input,
    name: '1.1.1.1.1.',
    tags: ['1.1.1.1.1.1.'],
    parts: [{ title: '1.1.1.1.', count: 1 }],
  });
});

test('a text without a limit of its own fills the body', () => {
  const [filled] = filledBodies(z.object({ text: z.string() }), {}, '"');
  const { length } = JSON.stringify(filled?.body);
  expect(length).toBeGreaterThan(999_000);
  expect(length).toBeLessThan(1_048_576);
});
