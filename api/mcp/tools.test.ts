import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { CATALOGUE } from '../../domain/capabilities/catalogue/index.ts';
import { toolsOf } from '../area.ts';
import { AREAS } from '../areas.ts';
import { catalogue } from '../capabilities/resource.ts';
import { exampleOf } from '../openapi/examples.ts';
import type { JsonSchema } from '../openapi/schemas.ts';
import type { PresentContext } from '../resource.ts';
import { MAX_TEXT } from './brief.ts';
import type { McpContext } from './context.ts';
import { finderOf } from './names.ts';
import type { Tool } from './tool.ts';

const TOOLS = toolsOf(AREAS);
const NAMES = new Set(TOOLS.map(({ name }) => name));
const TABLE = TOOLS.map((tool): [string, Tool] => [tool.name, tool]);
const EXECUTES = 'execute_capability';
/** Characters for which a model counts about one token. */
const CHARACTERS_A_TOKEN = 4;

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);

/** The result that a tool makes of its route's example; executing one needs an execution. */
async function example(tool: Tool) {
  if (tool.name === EXECUTES) return undefined;
  const { response } = exampleOf(tool.route);
  if (response === undefined && tool.route.response !== undefined) return undefined;
  const { content, structuredContent } = await tool.resultOf(response, {} as McpContext);
  const [first] = content;
  return { text: first?.type === 'text' ? first.text : '', parts: content.length, structuredContent };
}

/** The names of all fields that a schema describes. */
function fieldsOf(schema: JsonSchema): string[] {
  const inner = [schema['items'], ...((schema['anyOf'] as JsonSchema[] | undefined) ?? [])].filter(Boolean);
  const properties = Object.entries(schema.properties ?? {});
  return [
    ...properties.flatMap(([name, part]) => [name, ...fieldsOf(part)]),
    ...inner.flatMap((part) => fieldsOf(part as JsonSchema)),
  ];
}

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

  test('has a tool that shows which ids there are', () => {
    for (const name of given.filter((argument) => argument === 'slug' || argument.endsWith('_id'))) {
      // What a client calls its own message names nothing of ours.
      if (name.startsWith('client_')) continue;
      expect(`${name}: ${NAMES.has(finderOf(name) ?? '')}`).toBe(`${name}: true`);
    }
  });

  test('describes itself and what it takes briefly', () => {
    const { description } = tool.description;
    expect(description.length).toBeLessThanOrEqual(500);
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

/** All that stands in fields of a name. */
function stringsIn(value: unknown, field: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === field ? [JSON.stringify(part)] : stringsIn(part, field),
  );
}

test('most tools have an example to be held against', async () => {
  const found = await Promise.all(TOOLS.map(example));
  expect(found.filter(Boolean).length).toBeGreaterThan(TOOLS.length * 0.9);
});

test('list_capabilities shows the whole catalogue in no more than 1,000 tokens, text and data together', async () => {
  const tool = TOOLS.find(({ name }) => name === 'list_capabilities');
  const body = catalogue.present(CATALOGUE, {} as PresentContext);
  const result = await tool?.resultOf(body, {} as McpContext);
  const text = JSON.stringify(result);
  for (const { slug } of CATALOGUE) expect(text).toMatch(new RegExp(`\\b${slug}\\b`));
  expect(text.length / CHARACTERS_A_TOKEN).toBeLessThanOrEqual(1_000);
});
