import { expect, test } from '@jest/globals';
import { cpuTimeOf } from '../../test/environment/cpu-time.ts';
import { createTriggerBody } from './schema.ts';

/** The event loop is blocked meanwhile; counting the conditions alone takes a tenth of it. */
const MAX_MS = 100;

const bodyWith = (conditions: number, value: unknown) => ({
  name: 'On an event',
  target: { capability_slug: 'summarization' },
  type: 'event',
  event: {
    name: 'cosell.created',
    filter: Object.fromEntries(Array.from({ length: conditions }, (_, index) => [`stage.${index}`, value])),
  },
});

test('a filter has at most ten conditions', () => {
  expect(createTriggerBody.safeParse(bodyWith(10, 1)).success).toBe(true);
  const { error } = createTriggerBody.safeParse(bodyWith(11, 1));
  expect(error?.issues).toMatchObject([{ path: ['event', 'filter'], message: 'Must have at most 10 entries.' }]);
});

test('a filter of as many conditions as a body has room for is refused at once', async () => {
  const body = bodyWith(80_000, {});
  expect(await cpuTimeOf(() => createTriggerBody.safeParse(body), MAX_MS)).toBeLessThanOrEqual(MAX_MS);
});

test.each<[string, object, (string | number)[]]>([
  ['no value', { operator: 'one_of', values: [] }, ['values']],
  ['more than fifty values', { operator: 'one_of', values: Array(51).fill(1) }, ['values']],
  ['two values to equal', { operator: 'equals', values: [1, 2] }, ['values']],
  ['two values to be greater than', { operator: 'greater', values: [1, 2] }, ['values']],
  ['a text to be greater than', { operator: 'greater', values: ['1'] }, ['values']],
  ['null to be less than', { operator: 'less', values: [null] }, ['values']],
  ['an empty text to contain', { operator: 'contains', values: ['x', ''] }, ['values']],
  ['an object', { operator: 'equals', values: [{}] }, ['values', 0]],
  ['another operator', { operator: 'near', values: [1] }, ['operator']],
  ['a path by the prototype', { path: 'a.__proto__', operator: 'equals', values: [1] }, ['path']],
])('a condition of %s is refused', (_what, condition, path) => {
  const event = { name: 'cosell.created', conditions: [{ path: 'price', ...condition }] };
  const { error } = createTriggerBody.safeParse({ ...bodyWith(0, 1), event });
  expect(error?.issues.map((issue) => issue.path)).toEqual([['event', 'conditions', 0, ...path]]);
});

test('there are at most ten conditions', () => {
  const conditions = Array(11).fill({ path: 'price', operator: 'equals', values: [1] });
  const { error } = createTriggerBody.safeParse({ ...bodyWith(0, 1), event: { name: 'cosell.created', conditions } });
  expect(error?.issues.map((issue) => issue.path)).toEqual([['event', 'conditions']]);
});

test('a filter by `__proto__` is refused, and other names of prototypes are names like any other', () => {
  const filtered = (filter: string) =>
    createTriggerBody.safeParse({ ...bodyWith(0, 1), event: { name: 'cosell.created', filter: JSON.parse(filter) } });
  expect(filtered('{"__proto__":"x"}').error?.issues).toMatchObject([
    { path: ['event', 'filter'], message: 'Must not have an entry named `__proto__`.' },
  ]);
  expect(filtered('{"a.__proto__.b":"x"}').success).toBe(false);
  const names = { constructor: 'x', prototype: null, 'a.constructor.name': 'Object', toString: 1 };
  expect(filtered(JSON.stringify(names)).data?.event?.filter).toEqual(names);
});

test.each(['-1', '00', '+0', 'items.-1', 'items.01.id', 'items. 0'])('a filter by the index %j is refused', (path) => {
  const event = { name: 'cosell.created', filter: { [path]: 'x' } };
  const { error } = createTriggerBody.safeParse({ ...bodyWith(0, 1), event });
  expect(JSON.stringify(error?.issues)).toContain('Must have indexes such as');
});

test.each(['0', 'items.10.id', '-1st', '007 days', '2024-01'])('a filter by %j is accepted', (path) => {
  const event = { name: 'cosell.created', filter: { [path]: 'x' } };
  expect(createTriggerBody.safeParse({ ...bodyWith(0, 1), event }).data?.event?.filter).toEqual({ [path]: 'x' });
});

test.each<[string, Record<string, string>, string]>([
  ['more than twenty settings', Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`s${n}`, 'a'])), ''],
  ['a path of nine names', { topic: 'a.b.c.d.e.f.g.h.i' }, 'topic'],
  ['a path by the prototype', { topic: 'a.__proto__' }, 'topic'],
  ['a path with an expression', { topic: 'a..b' }, 'topic'],
  ['another name than those of settings', { 'topic.x': 'a' }, 'topic.x'],
])('a mapping of %s is refused', (_what, mapping, field) => {
  const event = { name: 'cosell.created', mapping };
  const { error } = createTriggerBody.safeParse({ ...bodyWith(0, 1), event });
  const path = ['event', 'mapping', ...(field === '' ? [] : [field])];
  expect(error?.issues[0]?.path).toEqual(path);
});

test.each([0, 21, 1.5, '3'])('a pause after %j failures is refused', (pause_after_failures) => {
  const { error } = createTriggerBody.safeParse({ ...bodyWith(0, 1), pause_after_failures });
  expect(error?.issues.map((issue) => issue.path)).toEqual([['pause_after_failures']]);
});
