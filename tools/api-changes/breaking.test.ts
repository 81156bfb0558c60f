import { beforeAll, expect, test } from '@jest/globals';
import { routesOf } from '../../api/area.ts';
import { AREAS } from '../../api/areas.ts';
import { buildDocument } from '../../api/openapi/document.ts';
import { breakingChanges } from './breaking.ts';
import { type ApiPromise, promiseOf } from './promise.ts';

let promise: ApiPromise;
beforeAll(() => {
  promise = promiseOf(buildDocument({ routes: routesOf(AREAS), publicUrl: 'http://localhost:8080' }));
});

const LIST = 'GET /partners/webhooks';
const SHOW = 'GET /partners/webhooks/{id}';
const ADD = 'POST /partners/webhooks';
const EXECUTIONS = 'GET /content-workflow/executions';
const EDIT = 'PATCH /content-workflow/content-items/{id}';
const TRIGGER = 'GET /content-workflow/workflow-triggers/{id}';
const AGENT = 'POST /content-workflow/agents';
const EVENT = 'GET /(webhooks)/listing.updated';
const ERRORS = 'GET /(errors)';
const CHANGED = [LIST, SHOW, ADD, EXECUTIONS, EDIT, TRIGGER, AGENT, EVENT, ERRORS];

/** Types of what a trigger filters events by. */
const FILTERS = ['string', 'number', 'boolean', 'null'];

// biome-ignore lint/suspicious/noExplicitAny: the tests reach deep into documents
type Any = any;
type Changed = Record<string, Any>;

const contentOf = (part: Any) => part.content['application/json'].schema;
const schemaOf = (operation: Any, status = '200') => contentOf(operation.responses[status]);
const attributes = (api: Changed, name: string) => schemaOf(api[name]).properties.data.properties.attributes;
const parameter = (api: Changed, operation: string, wanted: string) =>
  api[operation].parameters.find(({ name }: { name: string }) => name === wanted);
const settingsOf = (api: Changed) => contentOf(api[AGENT].requestBody).properties;
const bodyOf = (api: Changed) => contentOf(api[ADD].requestBody);
const filterOf = (api: Changed) =>
  attributes(api, TRIGGER).properties.event.anyOf[0].properties.filter.additionalProperties;
const without = (list: string[], word: string) => list.filter((other) => other !== word);

test.each<[what: string, breaks: string | null, change: (api: Changed) => unknown]>([
  ['nothing', null, () => undefined],
  ['a new operation', null, (api) => Object.assign(api, { 'GET /new': api[LIST] })],
  ['an operation that is gone', LIST, (api) => void delete api[LIST]],
  ['a new optional parameter', null, (api) => api[LIST].parameters.push({ in: 'query', name: 'x', schema: {} })],
  [
    'a new required parameter',
    LIST,
    (api) => api[LIST].parameters.push({ in: 'query', name: 'x', required: true, schema: { type: 'string' } }),
  ],
  ['a parameter that is gone', LIST, (api) => void api[LIST].parameters.shift()],
  ['a higher maximum', null, (api) => Object.assign(parameter(api, LIST, 'per_page').schema, { maximum: 500 })],
  ['a lower maximum', LIST, (api) => Object.assign(parameter(api, LIST, 'per_page').schema, { maximum: 50 })],
  ['another default', LIST, (api) => Object.assign(parameter(api, LIST, 'per_page').schema, { default: 10 })],
  ['a new choice', null, (api) => parameter(api, EXECUTIONS, 'priority').schema.enum.push('idle')],
  ['a choice that is gone', EXECUTIONS, (api) => parameter(api, EXECUTIONS, 'priority').schema.enum.pop()],
  [
    'a new optional field of a body',
    null,
    (api) => Object.assign(bodyOf(api).properties, { note: { type: 'string' } }),
  ],
  ['a field of a body that is gone', ADD, (api) => void delete bodyOf(api).properties.description],
  [
    'a new field of a body that has to be there',
    ADD,
    (api) => {
      bodyOf(api).properties.note = { type: 'string' };
      bodyOf(api).required.push('note');
    },
  ],
  [
    'a new field of an answer',
    null,
    (api) => Object.assign(attributes(api, SHOW).properties, { note: { type: 'string' } }),
  ],
  [
    'a field of an answer that is gone',
    SHOW,
    (api) => {
      const own = attributes(api, SHOW);
      delete own.properties.url;
      own.required = without(own.required, 'url');
    },
  ],
  [
    'a field of an answer that may be missing',
    SHOW,
    (api) => Object.assign(attributes(api, SHOW), { required: without(attributes(api, SHOW).required, 'url') }),
  ],
  [
    'a field of an answer that may be null',
    SHOW,
    (api) =>
      Object.assign(attributes(api, SHOW).properties, { url: { anyOf: [{ type: 'string' }, { type: 'null' }] } }),
  ],
  [
    'a field of an answer of another type',
    SHOW,
    (api) => Object.assign(attributes(api, SHOW).properties, { url: { type: 'integer' } }),
  ],
  [
    'a new word in an answer',
    null,
    (api) =>
      schemaOf(api[EXECUTIONS]).properties.data.items.properties.attributes.properties.status.enum.push('paused'),
  ],
  [
    'another status of success',
    ADD,
    ({ [ADD]: { responses } }) => Object.assign(responses, { 200: responses['201'], 201: undefined }),
  ],
  ['a new error', null, (api) => Object.assign(api[SHOW].responses, { 418: {} })],
  ['an error that is not given any more', null, (api) => void delete api[SHOW].responses['404']],
  ['a new code of errors', null, (api) => schemaOf(api[ERRORS]).properties.error.properties.code.enum.push('TEAPOT')],
  [
    'a constant in other words',
    null,
    (api) => Object.assign(schemaOf(api[ERRORS]).properties, { success: { const: false } }),
  ],
  [
    'another constant',
    ERRORS,
    (api) => Object.assign(schemaOf(api[ERRORS]).properties, { success: { type: 'boolean', not: { const: false } } }),
  ],
  ['errors without a code', ERRORS, (api) => void delete schemaOf(api[ERRORS]).properties.error.properties.code],
  ['events without an id', EVENT, (api) => void delete schemaOf(api[EVENT]).properties.id],
  [
    'the same demand in other words',
    null,
    (api) => {
      const { not: _not, ...body } = contentOf(api[EDIT].requestBody);
      api[EDIT].requestBody.content['application/json'].schema = {
        ...body,
        anyOf: ['title', 'body', 'assignee_id', 'reviewer_id', 'due_at'].map((name) => ({ required: [name] })),
      };
    },
  ],
  [
    'an object that is optional in other words',
    null,
    (api) => Object.assign(settingsOf(api).settings, { default: {} }),
  ],
  ['another default', AGENT, (api) => Object.assign(settingsOf(api).is_active, { default: false })],
  ['a demand of more', EDIT, (api) => Object.assign(contentOf(api[EDIT].requestBody), { required: ['version'] })],
  ['the same types in other words', null, (api) => Object.assign(filterOf(api), { anyOf: undefined, type: FILTERS })],
  ['other types', TRIGGER, (api) => void filterOf(api).anyOf.splice(0, 3, { type: 'array' })],
  ['other credentials', SHOW, (api) => Object.assign(api[SHOW], { security: [{ administratorKey: [] }] })],
])('%s', (_what, breaks, change) => {
  const released = Object.fromEntries(CHANGED.map((name) => [name, promise[name] ?? {}]));
  const changed = structuredClone(released);
  change(changed);
  const changes = breakingChanges(released, JSON.parse(JSON.stringify(changed)));
  expect([...new Set(changes.map((line) => line.slice(0, line.indexOf(':'))))]).toEqual(
    breaks === null ? [] : [breaks],
  );
});

test('the released API compared with itself has no changes', () => {
  expect(breakingChanges(promise, JSON.parse(JSON.stringify(promise)))).toEqual([]);
});

test('texts for people are no part of the promise', () => {
  const routes = routesOf(AREAS).map((route) => ({ ...route, summary: 'Another summary' }));
  const changed = promiseOf(buildDocument({ routes, publicUrl: 'https://elsewhere.example' }));
  expect(changed).toEqual(promise);
});
