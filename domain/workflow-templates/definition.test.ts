import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { templateFile } from '../../test/environment/workflow-template-file.ts';
import { isAcyclic } from '../capabilities/plan.ts';
import { capabilities } from '../features.ts';
import { comparisonFields, holds } from '../kernel/conditions.ts';
import { detailsOf } from '../kernel/invoke.ts';
import { inputSchema } from '../kernel/json-schema.ts';
import { definitionProblems, unknownNames } from './check-definition.ts';
import { type Definition, definitionFields, type Field } from './definition.ts';
import { edgesOf, inputOf, inputSchemaOf, valueSchemaOf } from './fields.ts';
import { templateOf } from './own.ts';
import { planProblems, planTemplate } from './plan.ts';

const schema = z.object(definitionFields);
const file = templateFile();
const [article, german, posts] = file.steps;
const definitionOf = (changes: object = {}): Definition => schema.parse({ ...file, ...changes });
const problemsOf = (changes: object) => definitionProblems(capabilities, definitionOf(changes));
/** Problems of the first step, changed. */
const ofArticle = (changes: object) => problemsOf({ steps: [{ ...article, ...changes }, german, posts] });
/** Problems where the input has one field more, which the first step takes as a setting. */
const ofField = (setting: string, field: object) =>
  problemsOf({
    input: [...file.input, { name: 'extra', ...field }],
    steps: [{ ...article, settings: { [setting]: { input: 'extra' } } }, german, posts],
  });

const NONE = {};
const DATE = new Date(0);
const planOf = (input: Record<string, unknown>, definition = definitionOf()) => {
  const template = templateOf({
    id: 1,
    partner_id: 1,
    slug: 'own',
    name: 'Own',
    description: '',
    category: 'content',
    version: 1,
    bytes: 1,
    created_at: DATE,
    updated_at: DATE,
    definition,
  });
  const parsed = template.input.parse(input);
  return {
    problems: planProblems(capabilities, template.steps, parsed),
    plan: () => planTemplate(capabilities, template, parsed),
  };
};

test('a definition without fault has no problems', () => {
  expect(problemsOf({})).toEqual({});
});

test('no field and no step has a name that every object has', () => {
  const input = [...file.input, { name: 'constructor', type: 'string', description: 'x' }];
  const steps = [{ ...article, key: 'constructor' }, german, posts];
  const { error } = schema.safeParse({ ...file, input, steps });
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([`input.${file.input.length}.name`, 'steps.0.key']);
});

describe('fields', () => {
  const FIELDS: Field[] = (
    [
      { name: 'text', type: 'string', required: true, description: 'A text.' },
      { name: 'short', type: 'string', max_length: 7 },
      { name: 'day', type: 'string', format: 'date' },
      { name: 'tongue', type: 'string', format: 'language', required: true },
      { name: 'zone', type: 'string', format: 'timezone' },
      { name: 'whole', type: 'number', integer: true, min: -1, max: 3 },
      { name: 'any', type: 'number', min: 0.5, max: 0.75 },
      { name: 'flag', type: 'boolean', required: true },
      { name: 'choice', type: 'enum', values: ['a', 'b c'] },
      { name: 'list', type: 'strings', max_entries: 2, max_length: 3 },
    ] as const
  ).map((field) => definitionFields.input.element.parse(field));

  test('are described as what checks them says, but for the pattern of dates', () => {
    const said = inputSchema(inputOf(FIELDS));
    const { pattern: _dates, ...day } = z.record(z.string(), z.unknown()).parse(said.properties?.['day']);
    expect(inputSchemaOf(FIELDS)).toEqual({ ...said, properties: { ...said.properties, day } });
  });

  test('take the values at their edges and nothing beyond', () => {
    for (const field of FIELDS)
      for (const edge of edgesOf(field)) expect(valueSchemaOf(field).safeParse(edge).success).toBe(true);
    const refused: Record<string, unknown[]> = {
      short: ['12345678', 1],
      day: ['2026-02-30', 'x'],
      tongue: ['x', ''],
      zone: ['Mars/Phobos'],
      whole: [-2, 4, 1.5],
      any: [0.4, 0.8, '0.6'],
      flag: ['true', null],
      choice: ['c', ''],
      list: [['a', 'b', 'c'], ['1234'], [''], 'a'],
    };
    for (const [name, values] of Object.entries(refused)) {
      const field = FIELDS.find((each) => each.name === name);
      for (const value of values)
        expect([name, value, field && valueSchemaOf(field).safeParse(value).success]).toEqual([name, value, false]);
    }
  });

  test('a blank optional text counts as left out', () => {
    expect(inputOf(FIELDS).parse({ text: 'x', tongue: 'de', flag: false, short: '  ' })).toEqual({
      text: 'x',
      tongue: 'de',
      flag: false,
    });
  });

  test.each<[string, object, string]>([
    ['a limit of another type', { type: 'boolean', max_length: 3 }, 'max_length'],
    ['no values', { type: 'enum' }, 'values'],
    ['a value twice', { type: 'enum', values: ['a', 'a'] }, 'values'],
    ['no limits', { type: 'number', min: 1 }, 'max'],
    ['limits the wrong way round', { type: 'number', min: 2, max: 1 }, 'max'],
    ['limits of a whole number that are none', { type: 'number', integer: true, min: 0.5, max: 1 }, 'min'],
    ['a length of a date', { type: 'string', format: 'date', max_length: 3 }, 'max_length'],
    ['entries that are long', { type: 'strings', max_length: 1_001 }, 'max_length'],
    ['a name of other letters', { type: 'boolean', name: 'Ü' }, 'name'],
    ['a name that is a property of every object', { type: 'boolean', name: '__proto__' }, 'name'],
  ])('are refused for %s', (_what, field, at) => {
    const { error } = definitionFields.input.element.safeParse({ name: 'field', ...field });
    expect(error?.issues.map(({ path }) => path)).toEqual([[at]]);
  });
});

describe('problems of a definition', () => {
  test.each<[string, () => object, object]>([
    [
      'a setting that there is not',
      () => ofArticle({ settings: { depth: { value: 1 } } }),
      { 'steps.0.settings.depth': ['Must be the name of a setting.'] },
    ],
    [
      'a setting named like a property of every object',
      () => ofArticle({ settings: { constructor: { value: 1 } } }),
      { 'steps.0.settings.constructor': ['Must be the name of a setting.'] },
    ],
    [
      'a field that there is not',
      () => ofArticle({ settings: { topic: { input: 'subject' } } }),
      { 'steps.0.settings.topic': ['Must be the name of a field of `input`.'] },
    ],
    [
      'a required setting without a source',
      () => problemsOf({ input: [], steps: [article], example: {} }),
      { 'steps.0.settings.topic': ['Is required.'] },
    ],
    [
      'a required setting from a field that is not',
      () => ofField('topic', { type: 'string' }),
      { 'steps.0.settings.topic': ['Must be a required field of `input`.'] },
    ],
    [
      'a constant that the setting does not take',
      () => ofArticle({ settings: { length_words: { value: 20 } } }),
      { 'steps.0.settings.length_words': ['Must be at least 200.'] },
    ],
    [
      'a constant that is blank where the AI is asked by it',
      () => ofArticle({ settings: { topic: { value: ' ' } } }),
      { 'steps.0.settings.topic': ['Must not be empty.'] },
    ],
    [
      'a field longer than the setting',
      () => ofField('audience', { type: 'string', max_length: 301 }),
      { 'steps.0.settings.audience': ['Must be at most 300 characters.'] },
    ],
    [
      'a field of another type',
      () => ofField('audience', { type: 'boolean' }),
      { 'steps.0.settings.audience': ['Must be a string.'] },
    ],
    [
      'a number that may be a fraction',
      () => ofField('length_words', { type: 'number', min: 200, max: 300.5 }),
      { 'steps.0.settings.length_words': ['Must be an integer.'] },
    ],
    [
      'a number with a fraction between whole limits',
      () => ofField('length_words', { type: 'number', min: 200, max: 202 }),
      { 'steps.0.settings.length_words': ['Must be an integer.'] },
    ],
    [
      'a choice that the setting does not take',
      () => ofField('language', { type: 'enum', values: ['de', 'x-'] }),
      { 'steps.0.settings.language': [expect.stringContaining('BCP 47')] },
    ],
    [
      'any text where a language is meant',
      () => ofField('language', { type: 'string' }),
      { 'steps.0.settings.language': ['Must be at most 35 characters.'] },
    ],
    [
      'a list that is longer',
      () => ofField('keywords', { type: 'strings', max_entries: 21 }),
      { 'steps.0.settings.keywords': ['Must have at most 20 entries.'] },
    ],
    [
      'the text of a step that it does not wait for',
      () => problemsOf({ steps: [article, { ...german, depends_on: [] }, posts] }),
      { 'steps.1.settings.content': ['Must be the key of a step in `depends_on`.'] },
    ],
    [
      'the text of a step as a short setting',
      () =>
        problemsOf({
          steps: [
            article,
            { ...german, settings: { content: { step: 'article' }, target_language: { step: 'article' } } },
            posts,
          ],
        }),
      { 'steps.1.settings.target_language': ['Must be at most 35 characters.'] },
    ],
    [
      'a step that depends on itself',
      () => ofArticle({ depends_on: ['article'] }),
      { 'steps.0.depends_on.0': ['Must be the key of a step before it.'] },
    ],
    [
      'a circle',
      () => ofArticle({ depends_on: ['posts'] }),
      { 'steps.0.depends_on.0': ['Must be the key of a step before it.'] },
    ],
    [
      'an unknown step',
      () => ofArticle({ depends_on: ['none'] }),
      { 'steps.0.depends_on.0': ['Must be the key of a step before it.'] },
    ],
    [
      'a required step after an optional one',
      () => problemsOf({ steps: [article, { ...german, optional: true }, { ...posts, optional: false }] }),
      { 'steps.2.depends_on.1': ['Must not be optional, since this step is not.'] },
    ],
    [
      'a key twice',
      () => problemsOf({ steps: [article, article, german, posts] }),
      { 'steps.1.key': ['Must not be named twice.'] },
    ],
    [
      'a field twice',
      () => problemsOf({ input: [...file.input, file.input[0]] }),
      { 'input.4.name': ['Must not be named twice.'] },
    ],
    [
      'a field that nothing uses',
      () => problemsOf({ input: [...file.input, { name: 'spare', type: 'boolean' }] }),
      { 'input.4.name': ['Must be used by a step.'] },
    ],
    [
      'a capability whose settings name records',
      () => ofArticle({ capability: 'knowledge_base_query' }),
      { 'steps.0.capability': [expect.any(String)] },
    ],
    [
      'a capability whose price hangs on its settings',
      () => ofArticle({ capability: 'ai_writer' }),
      { 'steps.0.capability': [expect.any(String)] },
    ],
    [
      'nothing but optional steps',
      () => problemsOf({ input: [file.input[0]], steps: [{ ...article, optional: true }], example: { topic: 'x' } }),
      { steps: ['Must have a step that is not optional.'] },
    ],
    [
      'a condition on an unknown field',
      () => ofArticle({ when: [{ field: 'none', operator: 'equals', values: [1] }] }),
      { 'steps.0.when.0.field': ['Must be the name of a field of `input`.'] },
    ],
    [
      'an operator that does not compare the field',
      () => ofArticle({ when: [{ field: 'topic', operator: 'greater', values: [1] }] }),
      { 'steps.0.when.0.operator': ['Does not compare fields of this type.'] },
    ],
    [
      'a value that the field cannot have',
      () => ofArticle({ when: [{ field: 'posts', operator: 'one_of', values: [1, 6] }] }),
      { 'steps.0.when.0.values.1': ['Must be a value that the field can have.'] },
    ],
    [
      'an example that is not valid',
      () => problemsOf({ example: { topic: 'x', posts: 9 } }),
      { 'example.posts': ['Must be at most 5.'] },
    ],
    [
      'an example whose text is blank',
      () => problemsOf({ example: { topic: ' ' } }),
      { 'example.topic': ['Must not be empty.'] },
    ],
    [
      'an example with which nothing runs',
      () => ofArticle({ when: [{ field: 'posts', operator: 'greater', values: [4] }] }),
      { example: ['No step that is not optional runs with this input.'] },
    ],
  ])('%s', (_what, found, expected) => expect(found()).toMatchObject(expected));

  test('are no more than an answer has', () => {
    const steps = Array.from({ length: 20 }, (_, n) => ({
      ...article,
      key: `s${n}`,
      settings: { a: { value: 1 }, b: { value: 1 } },
    }));
    expect(Object.values(problemsOf({ steps })).flat()).toHaveLength(20);
  });

  test('are names that no part has, which would be overlooked', () => {
    const when = [{ field: 'posts', operator: 'greater', values: [1], unless: true }];
    const raw = { input: [{ name: 'x', kind: 'y' }, null, 3], steps: [{ if: [], when }] };
    expect(Object.keys(unknownNames(raw))).toEqual(['input.0.kind', 'steps.0.if', 'steps.0.when.0.unless']);
    expect(unknownNames({ input: 'x' })).toEqual({});
  });
});

describe('what runs', () => {
  const keysWith = (input: Record<string, unknown>, definition?: Definition) =>
    planOf(input, definition)
      .plan()
      .steps.map(({ key, depends_on }) => [key, depends_on]);

  test('follows from the input, and costs what its steps cost', () => {
    const input = { topic: 'Stock', language_to: 'de', with_posts: true, posts: 2 };
    expect(keysWith(input)).toEqual([
      ['blog_post', []],
      ['translation', ['blog_post']],
      ['social_post_set', ['blog_post', 'translation']],
    ]);
    expect(keysWith({ topic: 'Stock', with_posts: true })).toEqual([
      ['blog_post', []],
      ['social_post_set', ['blog_post']],
    ]);
    expect(keysWith({ topic: 'Stock', with_posts: false })).toEqual([['blog_post', []]]);
    const prices = [input, { topic: 'Stock', with_posts: true }, { topic: 'Stock' }].map((each) => planOf(each).plan());
    expect(prices.map(({ price }) => price)).toEqual([23, 18, 10]);
    for (const { price, steps } of prices) {
      expect(steps.reduce((sum, step) => sum + step.estimated_credits, 0)).toBe(price);
      expect(isAcyclic(steps)).toBe(true);
    }
  });

  test('is without a setting that is the text of a step left out, and without a step that requires it', () => {
    const when = [{ field: 'language_to', operator: 'equals', values: ['de'] }];
    const rewrite = {
      key: 'rewrite',
      capability: 'content_rewrite',
      title: 'Rewrite it',
      depends_on: ['german'],
      settings: { content: { step: 'german' } },
    };
    const definition = definitionOf({ steps: [article, { ...german, when }, rewrite, posts] });
    expect(keysWith({ topic: 'Stock' }, definition)).toEqual([['blog_post', []]]);
    const release = {
      key: 'release',
      capability: 'press_release',
      title: 'Announce it',
      depends_on: ['german'],
      settings: { announcement: { input: 'topic' }, company: { step: 'german' } },
    };
    const other = definitionOf({ steps: [article, { ...german, when }, release, posts] });
    expect(definitionProblems(capabilities, other)).toEqual({});
    const stepOf = (input: object) => planOf({ topic: 'Stock', ...input }, other).plan().steps[input === NONE ? 1 : 2];
    expect(stepOf(NONE)).toMatchObject({
      key: 'press_release',
      depends_on: [],
      feeds: {},
      settings: { announcement: 'Stock' },
    });
    expect(stepOf(NONE)?.settings).not.toHaveProperty('company');
    expect(stepOf({ language_to: 'de' })).toMatchObject({
      depends_on: ['translation'],
      feeds: { company: ['translation'] },
    });
  });

  test('has keys of the product, not of the partner', () => {
    const steps = [article, { ...article, key: 'secret_name' }, german, posts];
    expect(keysWith({ topic: 'Stock' }, definitionOf({ steps })).map(([key]) => key)).toEqual([
      'blog_post',
      'blog_post_2',
    ]);
  });

  test('is refused where it is nothing, or more than an execution has', () => {
    const when = [{ field: 'with_posts', operator: 'equals', values: [true] }];
    const never = definitionOf({ steps: [{ ...article, when }, german, posts] });
    expect(planOf({ topic: 'Stock' }, never).problems).toEqual({
      '': ['No step that is not optional runs with this input.'],
    });
    const kit = {
      key: 'kit',
      capability: 'product_launch_kit',
      title: 'Kit',
      settings: { product_name: { value: 'x' }, features: { input: 'topic' } },
    };
    const kits = Array.from({ length: 17 }, (_, n) => ({ ...kit, key: `kit_${n}` }));
    expect(problemsOf({ input: [file.input[0]], steps: kits, example: { topic: 'x' } })).toEqual({
      example: ['More than 100 steps run with this input.'],
    });
  });
});

test.each<[string, Parameters<typeof holds>[0], unknown, boolean]>([
  ['equals', { operator: 'equals', values: ['a'] }, 'a', true],
  ['equals of another type', { operator: 'equals', values: [1] }, '1', false],
  ['one_of', { operator: 'one_of', values: [1, true] }, true, true],
  ['a part of a text', { operator: 'contains', values: ['b', 'x'] }, 'abc', true],
  ['a number in a text', { operator: 'contains', values: [1] }, '123', false],
  ['an entry of a list', { operator: 'contains', values: ['b'] }, ['a', 'b'], true],
  ['an entry of a list by another value', { operator: 'contains', values: ['x', 'b'] }, ['a', 'b'], true],
  ['a part of an entry', { operator: 'contains', values: ['b'] }, ['ab'], false],
  ['greater', { operator: 'greater', values: [1] }, 1.5, true],
  ['not greater', { operator: 'greater', values: [1] }, 1, false],
  ['less', { operator: 'less', values: [1] }, 0, true],
  ['a text that is greater', { operator: 'greater', values: [1] }, '2', false],
  ['nothing', { operator: 'equals', values: [null] }, undefined, false],
])('a condition compares as the database does: %s', (_what, comparison, value, expected) =>
  expect(holds(comparison, value)).toBe(expected),
);

test('conditions name the first value that is none', () => {
  const problemOf = (values: unknown) =>
    Object.entries(
      detailsOf(comparisonFields.values.safeParse(values, { reportInput: true }).error ?? new z.ZodError([])),
    );
  const NO_SCALAR = 'Must be a string, a number, a boolean or null.';
  expect(problemOf(['a', 1, true, null])).toEqual([]);
  expect(problemOf([1, {}, []])).toEqual([['1', [NO_SCALAR]]]);
  expect(problemOf(['x'.repeat(501)])).toEqual([['0', ['Must be at most 500 characters.']]]);
  expect(problemOf(['a\0'])).toEqual([['0', ['Must not contain NUL characters.']]]);
  expect(problemOf([1e300])).toEqual([['0', ['Must be at most 9007199254740991.']]]);
  expect(problemOf([])).toEqual([['body', ['Must have at least one value.']]]);
  expect(problemOf(Array.from({ length: 51 }, () => 1))).toEqual([['body', ['Must have at most 50 entries.']]]);
});
