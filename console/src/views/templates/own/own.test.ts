import { expect, test } from '@jest/globals';
import { moved } from '../../../lib/moved.ts';
import { changesBetween } from './changes.ts';
import { templateIn } from './file.ts';
import {
  bodyOf,
  keyFor,
  schemaOf,
  slugOf,
  type TemplateFields,
  withField,
  withKind,
  withoutField,
  withoutStep,
} from './model.ts';

const FILE = JSON.stringify({
  format_version: 1,
  slug: 'article_and_posts',
  name: 'Article and posts',
  description: 'An article on a topic, its translation into German where that is wanted, and posts that lead to it.',
  category: 'content',
  input: [
    {
      name: 'topic',
      type: 'string',
      required: true,
      description: 'What the article is about.',
      max_length: 500,
    },
    { name: 'audience', type: 'string', description: 'Who reads it.', max_length: 300 },
    { name: 'keywords', type: 'strings', description: 'Words that it is to be found by.', max_entries: 10 },
    {
      name: 'language_to',
      type: 'string',
      format: 'language',
      description: '`de` for a translation into German.',
    },
    { name: 'with_posts', type: 'boolean', description: 'Whether posts are written, too.' },
    { name: 'posts', type: 'number', integer: true, min: 1, max: 5, description: 'How many.' },
  ],
  steps: [
    {
      key: 'article',
      capability: 'blog_post',
      title: 'Write the article',
      settings: { length_words: { value: 600 } },
    },
    {
      key: 'german',
      capability: 'translation',
      title: 'Translate it into German',
      depends_on: ['article'],
      settings: { content: { step: 'article' }, target_language: { value: 'de' } },
      when: [{ field: 'language_to', operator: 'equals', values: ['de'] }],
    },
    {
      key: 'posts',
      capability: 'social_post_set',
      title: 'Write the posts',
      depends_on: ['article'],
      optional: true,
      settings: { post_count: { input: 'posts' } },
      when: [{ field: 'with_posts', operator: 'equals', values: [true] }],
    },
  ],
  example: {
    topic: 'Stock that orders itself',
    keywords: ['stock'],
    language_to: 'de',
    with_posts: true,
    posts: 3,
  },
});
const template = templateIn(FILE) as TemplateFields;
const [topic, ...otherFields] = template.input;
const [article, german, posts] = template.steps;
if (!topic || !article || !german || !posts) throw new Error('The example lacks a part.');

test('a file is read into the form and sent as it was', () => {
  expect(bodyOf(template)).toMatchObject(JSON.parse(FILE));
});

test.each([
  ['', 'notRead'],
  ['[]', 'notRead'],
  ['{"format_version": 2}', 'otherVersion'],
  [FILE.replace('"steps"', '"stages"'), 'notRead'],
  [FILE.replace('"key":"article"', '"key":7'), 'notRead'],
  [FILE.replace('"type":"boolean"', '"type":"money"'), 'notRead'],
  [FILE.replace('{"value":600}', 'null'), 'notRead'],
  [FILE.replace('"values":[true]', '"values":true'), 'notRead'],
])('what is no template is not read into the form', (text, problem) => {
  expect(templateIn(text)).toBe(problem);
});

test('a field with another name keeps its uses and its example; without it neither is left', () => {
  const index = template.input.findIndex(({ name }) => name === 'posts');
  const field = { ...template.input[index], name: 'number_of_posts' } as typeof topic;
  const renamed = withField(template, index, field);
  expect(renamed.steps?.[2]?.settings).toEqual({ post_count: { input: 'number_of_posts' } });
  expect(renamed.example).toMatchObject({ number_of_posts: 3 });
  expect(renamed.example).not.toHaveProperty('posts');
  // The others stay the same objects.
  expect(renamed.steps?.[0]).toBe(article);
  const to = template.input.findIndex(({ name }) => name === 'language_to');
  const other = withField(template, to, { ...template.input[to], name: 'target' } as typeof topic);
  expect(other.steps?.[1]?.when).toEqual([{ field: 'target', operator: 'equals', values: ['de'] }]);
  expect(withField(template, template.input.length, withKind({ ...topic, name: 'tone' }, 'text')).input).toHaveLength(
    7,
  );
  expect(withoutField(template, 0)).toEqual({
    input: otherFields,
    example: expect.not.objectContaining({ topic: '' }),
  });
});

test('a step that is taken away is waited for by none, and gives none its text', () => {
  expect(withoutStep(template.steps, 0)).toEqual([
    { ...german, depends_on: [], settings: { target_language: { value: 'de' } } },
    { ...posts, depends_on: [], settings: { post_count: { input: 'posts' } } },
  ]);
  expect(moved(template.steps, 2, -1)).toEqual([article, posts, german]);
});

test('keys and slugs follow from names', () => {
  expect(keyFor('blog_post', [])).toBe('blog_post');
  expect(keyFor('blog_post', [{ key: 'blog_post' }, { key: 'blog_post_2' }])).toBe('blog_post_3');
  expect(slugOf('  3 Übergänge: Frühjahr & Herbst! ')).toBe('ubergange_fruhjahr_herbst');
  expect(slugOf('!')).toBe('');
});

test('another kind of a field has none of the former limits, and the form of each kind is known', () => {
  expect(withKind({ ...topic, max_length: 5 }, 'date')).toEqual({
    name: 'topic',
    type: 'string',
    format: 'date',
    required: true,
    description: 'What the article is about.',
  });
  expect(schemaOf(template.input)).toMatchObject({
    required: ['topic'],
    properties: {
      topic: { type: 'string', maxLength: 500 },
      keywords: { type: 'array', maxItems: 10 },
      with_posts: { type: 'boolean' },
      posts: { type: 'integer', minimum: 1, maximum: 5 },
    },
  });
});

test('the difference of two versions says what was added, removed, moved, and what of a step is another', () => {
  const after = {
    input: [...otherFields, { ...topic, name: 'tone' }],
    steps: [posts, { ...article, optional: true, settings: { length_words: { value: 800 }, tone: { input: 'tone' } } }],
    example: { ...template.example, posts: 4 },
  };
  expect(changesBetween(template, after)).toEqual([
    { part: 'field', kind: 'added', name: 'tone' },
    { part: 'field', kind: 'removed', name: 'topic' },
    {
      part: 'step',
      kind: 'changed',
      name: 'Write the article',
      parts: [
        { name: 'optional', before: false, after: true },
        { name: 'settings.length_words', before: { value: 600 }, after: { value: 800 } },
        { name: 'settings.tone', before: undefined, after: { input: 'tone' } },
      ],
    },
    { part: 'step', kind: 'removed', name: 'Translate it into German' },
    { part: 'step', kind: 'moved' },
    { part: 'example', kind: 'changed', parts: [{ name: 'posts', before: 3, after: 4 }] },
  ]);
  expect(changesBetween(template, template)).toEqual([]);
});
