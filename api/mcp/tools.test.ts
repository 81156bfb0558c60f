import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { capabilities } from '../../domain/features.ts';
import { PERMISSIONS } from '../../domain/kernel/permissions.ts';
import { resultOf } from '../../test/environment/mcp-result.ts';
import { toolsOf } from '../area.ts';
import { AREAS } from '../areas.ts';
import { catalogue } from '../capabilities/resource.ts';
import { exampleOf } from '../openapi/routes.ts';
import type { JsonSchema } from '../openapi/schemas.ts';
import type { PresentContext } from '../resource.ts';
import { PROMPTS } from './catalogue/prompts.ts';
import type { McpContext } from './context.ts';
import { SEARCH_TOOLS } from './handlers/search-tools.ts';
import { finderOf, readerOf } from './names.ts';
import type { Tool } from './tool.ts';
import { EXPLAINED_BY, MAX_TEXT } from './tool-result.ts';

const TOOLS = toolsOf(AREAS);
const NAMES = new Set(TOOLS.map(({ name }) => name));
const TABLE = TOOLS.map((tool): [string, Tool] => [tool.name, tool]);
const EXECUTES = 'execute_capability';
/** A token is about this many characters. */
const CHARACTERS_PER_TOKEN = 4;

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);

/** The tool's result for its route's example; executing one needs an execution. */
async function example(tool: Tool) {
  if (tool.name === EXECUTES) return undefined;
  const { response } = exampleOf(tool.route);
  if (response === undefined && tool.route.response !== undefined) return undefined;
  const { content, structuredContent } = resultOf(await tool.resultOf(response, {} as McpContext));
  const [first] = content;
  return { text: first?.type === 'text' ? first.text : '', parts: content.length, structuredContent };
}

/** A tool's response to arguments that fail validation. */
async function answer(tool: Tool, given: Record<string, unknown>) {
  const result = await tool.call({} as McpContext, given).catch(() => ({ isError: false, content: [] }));
  const { isError, content } = resultOf(result);
  const [first] = content;
  return { isError, text: first?.type === 'text' ? first.text : '' };
}

/** The names of all fields in a schema. */
function fieldsOf(schema: JsonSchema): string[] {
  const inner = [schema['items'], ...((schema['anyOf'] as JsonSchema[] | undefined) ?? [])].filter(Boolean);
  const properties = Object.entries(schema.properties ?? {});
  return [
    ...properties.flatMap(([name, part]) => [name, ...fieldsOf(part)]),
    ...inner.flatMap((part) => fieldsOf(part as JsonSchema)),
  ];
}

test('names no tool for a name within a free-form object', async () => {
  const trigger = TOOLS.find(({ name }) => name === 'create_workflow_trigger');
  const event = { name: 'cosell.completed', filter: { 'deal.unheard_of_id': {} } };
  const given = { name: 'x', type: 'event', event, target: {}, input: {} };
  const { text } = trigger ? await answer(trigger, given) : { text: '' };
  expect(text).toContain('event.filter.deal.unheard_of_id: ');
  expect(text).not.toContain('unheard_of_id: list');
});

describe.each(TABLE)('%s', (_name, tool) => {
  const { inputSchema, outputSchema } = tool.description;
  const given = Object.keys(inputSchema.properties ?? {});

  test('calls no id just `id`, in arguments and results, and writes all names alike', () => {
    for (const name of [...given, ...fieldsOf(outputSchema as JsonSchema)]) {
      expect(name).not.toBe('id');
      expect(name).not.toBe('links');
    }
    for (const name of given) expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
  });

  test('has a tool that shows which ids there are, and one that reads what an id names', () => {
    for (const name of given) {
      const [finder, reader] = [finderOf(name), readerOf(name)];
      if (/slug$|(?<!^client_.*)_id$/.test(name)) expect([finder, reader]).not.toContain(undefined);
      for (const helper of [finder, reader]) if (helper) expect(NAMES).toContain(helper);
    }
  });

  test('names the tool that helps when an argument is wrong', async () => {
    const helped = given.filter(finderOf);
    const { isError, text } = await answer(tool, Object.fromEntries(helped.map((name) => [name, { not: 'this' }])));
    if (helped.length === 0) return;
    expect(isError).toBe(true);
    // Free-form objects are validated with the record that they belong to.
    const complaints = [...text.matchAll(/^(\w+): .+$/gm)].map(([, name = '']) => name);
    expect(complaints[0]).toBe('VALIDATION_ERROR');
    for (const name of helped.filter((candidate) => complaints.includes(candidate))) {
      expect(text).toContain(`${name}: ${finderOf(name)} has what it can be.`);
    }
  });

  test('names no tool for arguments that it does not have', async () => {
    const unknown = ['constructor', 'toString', 'unheard_of_id'];
    const { text } = await answer(tool, Object.fromEntries(unknown.map((name) => [name, 1])));
    expect(text.split('\n').slice(1)).toEqual(unknown.map((name) => `${name}: There is no such argument.`));
  });

  test('takes the names that REST has for what its path names, but not both names for one', async () => {
    const names = [...tool.route.path.matchAll(/{(\w+)}/g)].map(([, name = '']) => name);
    const nothing = names.map((name) => [name, {}] as const);
    const { text } = await answer(tool, Object.fromEntries(nothing));
    expect(text).not.toContain('no such argument');
    for (const [index, name] of names.entries()) {
      const argument = given[index] ?? '';
      if (argument === name) continue;
      const both = await answer(tool, { [name]: {}, [argument]: {} });
      expect(both.text).toContain(`\n${argument}: Is given under two names.`);
    }
  });

  test('describes itself and what it takes briefly', () => {
    const { description } = tool.description;
    expect(description.length).toBeLessThanOrEqual(500);
  });

  test('is for a permission that a role can have, since nobody sees another', () => {
    expect(['partner', ...PERMISSIONS]).toContain(tool.permission);
  });

  test('says how much a call has room for, if its route takes more', () => {
    if (tool.route.upload) expect(tool.description.description).toContain('At most 1 MiB per call');
  });

  test('answers in one short text that is not the data over again, with data as its schema has them', async () => {
    const result = await example(tool);
    if (!result) return;
    const { text, parts, structuredContent } = result;
    const whole = tool.whole.flatMap((field) => stringsIn(structuredContent, field)).join('').length;
    expect(parts).toBe(1);
    expect(text.length).toBeGreaterThan(0);
    expect(text.length).toBeLessThanOrEqual(MAX_TEXT + 2 * whole);
    expect(text).not.toContain(JSON.stringify(structuredContent));
    expect(ajv.validate(outputSchema, structuredContent) ? [] : ajv.errors).toEqual([]);
  });
});

/** All values of fields with this name. */
function stringsIn(value: unknown, field: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === field ? [JSON.stringify(part)] : stringsIn(part, field),
  );
}

test('what errors name are tools', () => {
  for (const name of Object.values(EXPLAINED_BY)) expect(NAMES).toContain(name);
});

test.each([
  ['get_execution', { id: 'one' }, 'execution_id'],
  ['move_content_item', { id: 'one', status: 'ready' }, 'content_item_id'],
  ['generate_text', { post_type: 'post_generator', company: 'one' }, 'brand_voice_id'],
  ['generate_case_study', { brand_voice_company_id: 'one' }, 'brand_voice_id'],
  ['get_dry_run_session', { token: 7 }, 'dry_run_session_id'],
  ['dry_run_agent', { agent: 1, capability: 7 }, 'slug'],
])('%s goes on taking %j', async (name, given, argument) => {
  const tool = TOOLS.find((candidate) => candidate.name === name);
  const { text } = tool ? await answer(tool, given) : { text: 'no tool' };
  expect(text).toContain(`\n${argument}: `);
  expect(text).not.toContain('no such argument');
});

test('prompts want and name what tools have', async () => {
  const taken = new Set(TOOLS.flatMap(({ description }) => Object.keys(description.inputSchema.properties ?? {})));
  for (const prompt of PROMPTS) {
    for (const { name } of prompt.arguments) if (name.endsWith('_id')) expect(taken).toContain(name);
  }
});

test('most tools have an example to be held against', async () => {
  const found = await Promise.all(TOOLS.map(example));
  expect(found.filter(Boolean).length).toBeGreaterThan(TOOLS.length * 0.9);
});

test('list_capabilities shows the whole catalogue in no more than 1,000 tokens, text and data together', async () => {
  const tool = TOOLS.find(({ name }) => name === 'list_capabilities');
  const body = catalogue.present(capabilities.all, {} as PresentContext);
  const result = await tool?.resultOf(body, {} as McpContext);
  const text = JSON.stringify(result);
  for (const { slug } of capabilities.all) expect(text).toMatch(new RegExp(`\\b${slug}\\b`));
  expect(text.length / CHARACTERS_PER_TOKEN).toBeLessThanOrEqual(1_000);
});

/** Changes that lose nothing: what was before is kept as a version, or can be set again. */
const KEEP_WHAT_WAS = [
  'edit_content_item',
  'toggle_webhook',
  'toggle_workflow_trigger',
  'update_agent',
  'update_brand_voice',
  'update_listing_rescoring',
  'update_workflow_template',
];

/** Tools that need a capability and have nothing written by the AI: the sandbox, or no request at all. */
const ASK_NOBODY = [
  'apply_listing_advice',
  'create_workflow_trigger',
  'end_dry_run_session',
  'preview_capability',
  'reset_dry_run_session',
  'start_dry_run_session',
  'test_capability',
];

describe('hints', () => {
  test('of the tool that calls others are those of any of them', () => {
    const hints = SEARCH_TOOLS.find(({ name }) => name === 'call_tool')?.annotations;
    expect(hints).toMatchObject({ readOnlyHint: false, destructiveHint: true, openWorldHint: true });
  });

  test.each(TABLE)('of %s say what is lost, and who is asked', (name, { route, description }) => {
    const { readOnlyHint, destructiveHint, openWorldHint } = description.annotations;
    if (route.method === 'GET') expect(destructiveHint).toBe(false);
    const overwrites = ['PUT', 'PATCH', 'DELETE'].includes(route.method) && !KEEP_WHAT_WAS.includes(name);
    const ends = /^(archive|cancel|delete|end|remove|replace|reset)_/.test(name);
    if (overwrites || ends || KEEP_WHAT_WAS.includes(name)) {
      expect([readOnlyHint, destructiveHint]).toEqual([false, overwrites || ends]);
    }
    const asks = route.method === 'POST' && route.operation.capability && !ASK_NOBODY.includes(name);
    if (asks) expect(openWorldHint).toBe(true);
  });
});
