import { describe, expect, test } from '@jest/globals';
import { toolsOf } from '../area.ts';
import { AREAS } from '../areas.ts';
import { type JsonSchema, toJsonSchema } from '../openapi/schemas.ts';
import { shapeOf } from '../read-input.ts';
import type { Tool } from './tool.ts';

/** Defaults of tools that are not their route's, and why. */
const OTHER_DEFAULTS: Readonly<Record<string, string>> = {
  'show_board per_page': 'Every item costs a model tokens.',
};

const TABLE = toolsOf(AREAS).map((tool) => [tool.name, tool] as const);

/** A field of a call, without its name. */
interface Field {
  schema: JsonSchema;
  isRequired: boolean;
}

/** What the route takes, in its order: the path's parameters, then the fields of its body or query. */
function fieldsOfRoute({ route: { operation } }: Tool): [string, Field][] {
  const hasPageNumbers = 'page' in shapeOf(operation.input);
  return [operation.params, operation.input].flatMap((part) =>
    fieldsOf(toJsonSchema(part, 'input')).filter(([name]) => name !== 'cursor' || !hasPageNumbers),
  );
}

function fieldsOf({ properties = {}, required = [] }: JsonSchema): [string, Field][] {
  return Object.entries(properties).map(([name, schema]) => [
    name,
    { schema: asShown(schema), isRequired: required.includes(name) },
  ]);
}

/** Without the bounds that every JSON number has, which tools do not repeat; a cursor has its length, as its route checks it. */
function asShown(schema: JsonSchema): JsonSchema {
  const { 'x-max-length': maxLength, ...rest } = schema;
  const text = JSON.stringify({ ...rest, ...(maxLength !== undefined && { maxLength }) }, (_name, value) =>
    Math.abs(value) === Number.MAX_SAFE_INTEGER ? undefined : value,
  );
  return JSON.parse(text);
}

describe.each(TABLE)('%s', (name, tool) => {
  test('takes what its route takes: the same types, words, bounds, patterns, defaults and required fields', () => {
    const shown = new Map(fieldsOf(tool.description.inputSchema as JsonSchema));
    const { rename = {} } = tool.route.tool ?? {};
    const ofPath = Object.keys(shapeOf(tool.route.operation.params));
    const arguments_ = [...shown.keys()];
    const taken = fieldsOfRoute(tool).map(([parameter, field]) => {
      const argument =
        arguments_[ofPath.indexOf(parameter)] ??
        Object.keys(rename).find((alias) => rename[alias] === parameter && shown.has(alias)) ??
        parameter;
      const { schema, isRequired } = field;
      const other = `${name} ${argument}` in OTHER_DEFAULTS ? { default: shown.get(argument)?.schema['default'] } : {};
      return [argument, { schema: { ...schema, ...other }, isRequired }];
    });
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(taken));
  });
});

test('every other default is one of a tool', () => {
  const names = TABLE.flatMap(([name, tool]) =>
    Object.keys(tool.route.tool?.defaults ?? {}).map((field) => `${name} ${field}`),
  );
  expect(names).toEqual(Object.keys(OTHER_DEFAULTS));
});
