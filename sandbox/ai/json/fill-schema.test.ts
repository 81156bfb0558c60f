import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { readBrief } from '../brief/read-brief.ts';
import { countWords } from '../brief/words.ts';
import { seededRandom } from '../random.ts';
import { fillSchema } from './fill-schema.ts';

const prompt = 'Deliverable: text_content\nInputs:\n- topic: zebra migration\n- company: Northwind';

function fill(schema: z.ZodType, text = prompt): unknown {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return fillSchema(json, readBrief(text), seededRandom(text));
}

interface Category {
  name: string;
  children: Category[];
}
const category: z.ZodType<Category> = z.lazy(() => z.object({ name: z.string(), children: z.array(category) }));

const schemas: Record<string, z.ZodType> = {
  'bounded texts': z.object({
    title: z.string().min(10).max(80),
    description: z.string().min(200).max(300),
    tag: z.string().max(6),
  }),
  'long texts': z.object({ body: z.string().min(3000).max(3100), note: z.string().length(17) }),
  numbers: z.object({
    score: z.number().min(0).max(100),
    level: z.int().min(3).max(4),
    ratio: z.number().gt(0).lt(0.05),
    multiple: z.int().min(1).max(20).multipleOf(7),
    negative: z.number().max(-3),
  }),
  lists: z.object({
    items: z.array(z.string()).min(4).max(4),
    none: z.array(z.string()).max(0),
    deep: z.array(z.array(z.int())),
  }),
  'enums and constants': z.object({ kind: z.enum(['a', 'b']), type: z.literal('x'), mode: z.literal([1, 2]) }),
  unions: z.object({
    either: z.union([z.string(), z.number()]),
    step: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('write'), words: z.int() }),
      z.object({ kind: z.literal('send'), to: z.email() }),
    ]),
    maybe: z.string().nullable(),
    later: z.string().optional(),
  }),
  formats: z.object({
    day: z.iso.date(),
    at: z.iso.datetime(),
    time: z.iso.time(),
    mail: z.email(),
    link: z.url(),
    id: z.uuid(),
    address: z.ipv4(),
  }),
  patterns: z.object({
    slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
    code: z.string().regex(/^[A-Z]{3}-\d{4}$/),
    hex: z.string().regex(/^#[0-9a-f]{6}$/),
    version: z.string().regex(/^v\d+\.\d+(?:\.\d+)?$/),
    choice: z.string().regex(/^(?:yes|no)$/),
    spaced: z.string().regex(/^\w+\s\w+$/),
  }),
  records: z.object({ byName: z.record(z.string(), z.number()), byKind: z.record(z.enum(['a', 'b']), z.string()) }),
  tuples: z.object({ pair: z.tuple([z.string(), z.int()]) }),
  recursion: category,
  intersections: z.object({ both: z.intersection(z.object({ a: z.string() }), z.object({ b: z.int() })) }),
  booleans: z.object({ ready: z.boolean(), nothing: z.null() }),
  'a bare list': z.array(z.object({ question: z.string(), answer: z.string() })).min(2),
};

test.each(Object.entries(schemas))('is valid for %s', (_name, schema) => {
  for (let variant = 1; variant <= 20; variant += 1) {
    const value = fill(schema, `${prompt}\n- variant: ${variant}`);
    expect(schema.safeParse(value)).toMatchObject({ success: true });
  }
});

test('is the same for the same question, texts made from patterns included', () => {
  for (const schema of Object.values(schemas)) expect(fill(schema)).toEqual(fill(schema));
});

describe('texts', () => {
  test('are on the topic and take what the inputs name', () => {
    const schema = z.object({
      title: z.string(),
      summary: z.string(),
      recommendation: z.string(),
      company: z.string(),
    });
    const value = schema.parse(fill(schema));
    expect(value.title).toMatch(/zebra migration/i);
    expect(value.company).toBe('Northwind');
    expect(value.recommendation).toMatch(/^[A-Z].*\.$/);
  });

  test('bodies have their length each, and titles differ', () => {
    const schema = z.object({ items: z.array(z.object({ title: z.string(), body: z.string() })) });
    const text = 'Deliverable: email_draft\nItems: 4\nLength: 70-120 words\nInputs:\n- topic: zebra migration';
    const { items } = schema.parse(fill(schema, text));
    expect(items).toHaveLength(4);
    expect(new Set(items.map(({ title }) => title)).size).toBe(4);
    for (const { body } of items) {
      expect(body).not.toMatch(/^#/);
      expect(countWords(body)).toBeGreaterThanOrEqual(70);
      expect(countWords(body)).toBeLessThanOrEqual(120);
    }
  });

  test('ideas differ however many there are', () => {
    const schema = z.object({ ideas: z.array(z.object({ title: z.string(), detail: z.string() })) });
    const { ideas } = schema.parse(fill(schema, 'Deliverable: ideas\nItems: 30\nInputs:\n- topic: zebra migration'));
    expect(new Set(ideas.map(({ title }) => title)).size).toBe(30);
  });
});

test('a default plan is echoed with titles on the topic', () => {
  const step = z.object({
    key: z.string(),
    title: z.string(),
    kind: z.enum(['research', 'write']),
    depends_on: z.array(z.string()),
  });
  const schema = z.object({ summary: z.string(), steps: z.array(step) });
  const plan = {
    summary: 'Research, then write.',
    steps: [
      { key: 'facts', title: 'Gather facts', kind: 'research', depends_on: [] },
      { key: 'post', title: 'Write the post', kind: 'write', depends_on: ['facts'] },
    ],
  };
  const text = `Deliverable: plan\nInputs:\n- topic: Zebra migration\nDefault plan:\n${JSON.stringify(plan)}`;
  expect(fill(schema, text)).toEqual({
    summary: expect.stringMatching(/zebra migration/),
    steps: [
      { ...plan.steps[0], title: 'Gather facts for zebra migration' },
      { ...plan.steps[1], title: 'Write the post for zebra migration' },
    ],
  });
});
