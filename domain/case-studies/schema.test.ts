import { expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { z } from 'zod';
import { WHOLE_CASE_STUDY } from '../../test/environment/case-study-body.ts';
import { createCaseStudyBody } from './schema.ts';

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const fitsJsonSchema = ajv.compile(z.toJSONSchema(createCaseStudyBody, { io: 'input' }));
const fitsZod = (body: unknown) => createCaseStudyBody.safeParse(body).success;

const REQUIRED = [
  'company_name',
  'problem_statement',
  'proposed_solution',
  'outcomes',
  'country',
  'start_date',
  'end_date',
];
const VALUES: unknown[] = [
  null,
  true,
  false,
  0,
  1.5,
  '',
  'x',
  'x'.repeat(200),
  'x'.repeat(201),
  'x'.repeat(20_000),
  'x'.repeat(20_001),
  'a\0b',
  'a\nb',
  'Germany',
  'germany',
  'Atlantis',
  '2025-02-28',
  '2025-02-29',
  '2024-02-29',
  '0000-01-01',
  '2025-1-1',
  '2025-01-01T00:00:00Z',
  [],
  ['Retail'],
  ['Retail', 'Retail'],
  ['Analytics'],
  ['Alchemy'],
  [1],
  Array(31).fill('Retail'),
  {},
];

test('the JSON Schema takes the body with all fields, and the one with the required fields only', () => {
  const least = Object.fromEntries(
    REQUIRED.map((name) => [name, WHOLE_CASE_STUDY[name as keyof typeof WHOLE_CASE_STUDY]]),
  );
  for (const body of [WHOLE_CASE_STUDY, least, { ...least, unknown: 1 }]) {
    expect([fitsJsonSchema(body), fitsZod(body)]).toEqual([true, true]);
  }
});

test.each(Object.keys(WHOLE_CASE_STUDY))('JSON Schema and API agree on %s, whatever it is', (name) => {
  const { [name as keyof typeof WHOLE_CASE_STUDY]: _left, ...rest } = WHOLE_CASE_STUDY;
  expect([name, fitsJsonSchema(rest), fitsZod(rest)]).toEqual([
    name,
    !REQUIRED.includes(name),
    !REQUIRED.includes(name),
  ]);
  for (const value of VALUES) {
    // JSON Schema cannot compare start and end.
    const days =
      name === 'start_date' ? { end_date: '9999-12-31' } : name === 'end_date' ? { start_date: '0001-01-01' } : {};
    const body = { ...WHOLE_CASE_STUDY, ...days, [name]: value };
    const short = JSON.stringify(value).slice(0, 40);
    expect([short, fitsJsonSchema(body)]).toEqual([short, fitsZod(body)]);
  }
});

test.each([null, 'text', 1, []])('both refuse %j as a body', (body) => {
  expect([fitsJsonSchema(body), fitsZod(body)]).toEqual([false, false]);
});
