import { expect, test } from '@jest/globals';
import { defaultsOf, hasBrandVoiceField, hasKnowledgeBaseField, type Schema, toFields } from './form-schema.ts';

/** The inputs of fields by name. */
const inputsOf = (properties: Record<string, Schema>) =>
  Object.fromEntries(toFields({ properties }).map(({ name, input }) => [name, input]));

test('every field has a label: its title, or its name in words', () => {
  const schema = {
    required: ['call_to_action'],
    properties: {
      call_to_action: { type: 'string', description: 'What the reader should do.' },
      url: { type: 'string', title: 'Address' },
      rival: { type: 'object', properties: { home_page: { type: 'string' } } },
    },
  };
  expect(toFields(schema)).toMatchObject([
    { name: 'call_to_action', label: 'Call to action', description: 'What the reader should do.', isRequired: true },
    { name: 'url', label: 'Address', isRequired: false },
    { name: 'rival', label: 'Rival', input: 'group', fields: [{ name: 'home_page', label: 'Home page' }] },
  ]);
});

test('what may be null is a field that may stay empty', () => {
  const lessons = { description: 'What was learned.', anyOf: [{ type: 'string', maxLength: 20 }, { type: 'null' }] };
  expect(toFields({ properties: { lessons, is_public: { type: ['boolean', 'null'] } } })).toMatchObject([
    { label: 'Lessons', description: 'What was learned.', input: 'line' },
    { label: 'Is public', input: 'flag' },
  ]);
});

test('words beside which there may be others are a choice, and values by free names have no input', () => {
  const post_type = { description: 'Template.', anyOf: [{ type: 'string', enum: ['post'] }, { type: 'string' }] };
  const fields = { type: 'object', additionalProperties: { type: 'string' } };
  expect(toFields({ properties: { post_type, fields } })).toMatchObject([
    { name: 'post_type', description: 'Template.', input: 'choice', options: [{ value: 'post' }] },
  ]);
});

test('what no input enters is an error, so that no field is left out of a form', () => {
  const either = { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] };
  expect(() => toFields({ properties: { either } })).toThrow('either');
  expect(() => toFields({ properties: { rivals: { type: 'array', items: { type: 'object' } } } })).toThrow('rivals');
});

test('long texts have several lines, days the field of the browser, lists of words are typed, lists of choices chosen', () => {
  expect(
    inputsOf({
      tone: { type: 'string', maxLength: 100 },
      launch: { type: 'string', format: 'date' },
      content: { type: 'string', maxLength: 20_000 },
      keywords: { type: 'array', items: { type: 'string', maxLength: 100 } },
      industries: { type: 'array', items: { type: 'string', enum: ['Retail', 'Other'] } },
      country: { type: 'string', enum: ['AT', 'DE'] },
      length: { type: 'integer', minimum: 1 },
    }),
  ).toEqual({
    tone: 'line',
    launch: 'day',
    content: 'text',
    keywords: 'terms',
    industries: 'choices',
    country: 'country',
    length: 'number',
  });
});

test('records are chosen by their names, and a product along with its voice', () => {
  const id = { type: 'integer' };
  const toOwn = { company: id, product: id, kb_ids: { type: 'array', items: id }, case_study_id: id };
  expect(toFields({ properties: toOwn })).toMatchObject([
    { name: 'company', input: 'voice', product: 'product' },
    { name: 'kb_ids', input: 'knowledge' },
    { name: 'case_study_id', input: 'case-study' },
  ]);
  expect(hasBrandVoiceField(toOwn) && hasKnowledgeBaseField(toOwn)).toBe(true);
});

test('a product without a voice is a field like others', () => {
  const own = { product: { type: 'string' } };
  expect(inputsOf(own)).toEqual({ product: 'line' });
  expect(hasBrandVoiceField(own) || hasKnowledgeBaseField(own)).toBe(false);
});

test('a company that is a text is written, not chosen', () => {
  const own = { company: { type: 'string', maxLength: 1_000 }, product: { type: 'string' } };
  expect(inputsOf(own)).toEqual({ company: 'text', product: 'line' });
  expect(hasBrandVoiceField(own)).toBe(false);
});

test('a form begins with the values that its schema gives', () => {
  const properties = { length: { type: 'integer', default: 800 }, tone: { type: 'string' }, day: { default: null } };
  expect(defaultsOf({ properties })).toEqual({ length: 800 });
});
