import { expect, test } from '@jest/globals';
import { hasBrandVoiceField, hasKnowledgeBaseField, toFormSchema, toUiSchema } from './form-schema.ts';

test('every field has a title: its own, or its name in words', () => {
  const schema = {
    type: 'object',
    required: ['call_to_action'],
    properties: {
      call_to_action: { type: 'string', description: 'What the reader should do.' },
      url: { type: 'string', title: 'Address' },
      rivals: { type: 'array', items: { type: 'object', properties: { home_page: { type: 'string' } } } },
    },
  };
  expect(toFormSchema(schema)).toEqual({
    type: 'object',
    required: ['call_to_action'],
    properties: {
      call_to_action: { title: 'Call to action', type: 'string', description: 'What the reader should do.' },
      url: { title: 'Address', type: 'string' },
      rivals: {
        title: 'Rivals',
        type: 'array',
        items: { type: 'object', properties: { home_page: { title: 'Home page', type: 'string' } } },
      },
    },
  });
});

test('what may be null is a field that may stay empty', () => {
  const lessons = { description: 'What was learned.', anyOf: [{ type: 'string', maxLength: 20 }, { type: 'null' }] };
  const schema = { properties: { lessons, is_public: { type: ['boolean', 'null'] } } };
  expect(toFormSchema(schema).properties).toEqual({
    lessons: { title: 'Lessons', type: 'string', maxLength: 20, description: 'What was learned.' },
    is_public: { title: 'Is public', type: 'boolean' },
  });
});

test('what may be one of several things stays so', () => {
  const either = { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] };
  expect(toFormSchema(either)).toEqual(either);
});

test('long texts have several lines, days the field of the browser, lists of words are typed, lists of choices chosen', () => {
  const schema = toFormSchema({
    properties: {
      tone: { type: 'string', maxLength: 100 },
      launch: { type: 'string', format: 'date' },
      content: { type: 'string', maxLength: 20_000, description: 'The text.' },
      keywords: { type: 'array', items: { type: 'string', maxLength: 100 } },
      industries: { type: 'array', items: { type: 'string', enum: ['Retail', 'Other'] } },
    },
  });
  expect(schema.properties?.['industries']).toMatchObject({ uniqueItems: true });
  expect(toUiSchema(schema)).toMatchObject({
    tone: {},
    launch: { 'ui:options': { inputType: 'date' } },
    content: { 'ui:widget': 'textarea', 'ui:options': { description: 'The text.' } },
    keywords: { 'ui:widget': 'terms' },
  });
  expect(toUiSchema(schema)['industries']).not.toHaveProperty('ui:widget');
});

test('records are chosen by their names, and a product along with its voice', () => {
  const id = { type: 'integer' };
  const toOwn = { company: id, product: id, kb_ids: { type: 'array', items: id }, case_study_id: id };
  expect(toUiSchema(toFormSchema({ properties: toOwn }))).toEqual({
    company: { 'ui:widget': 'voice', 'ui:options': { product: 'product' } },
    product: { 'ui:widget': 'hidden' },
    kb_ids: { 'ui:widget': 'knowledge' },
    case_study_id: { 'ui:widget': 'caseStudy' },
  });
  expect(hasBrandVoiceField(toOwn) && hasKnowledgeBaseField(toOwn)).toBe(true);
});

test('a product without a voice is a field like others', () => {
  const own = { product: { type: 'string' } };
  expect(toUiSchema(toFormSchema({ properties: own }))).toEqual({ product: {} });
  expect(hasBrandVoiceField(own) || hasKnowledgeBaseField(own)).toBe(false);
});
