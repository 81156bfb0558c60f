import { type ZodType, z } from 'zod';

type Node = Record<string, unknown>;

/** Formats that OpenAI's strict mode knows (Structured Outputs guide, "Supported properties"). */
const strictFormats = new Set(['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid']);

/** Keywords that strict mode refuses with a 400 (same guide). */
const strictRefuses = ['allOf', 'not', 'if', 'then', 'else', 'propertyNames', 'patternProperties', 'prefixItems'];

/**
 * The JSON Schema of what a zod schema accepts, as chat completions take it. `strict` is false where OpenAI's strict mode
 * would refuse the schema (optional properties, records, a union at the root); the caller checks the answer with zod anyway.
 */
export function answerSchema(schema: ZodType): { schema: Node; strict: boolean } {
  const root: Node = { ...z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) };
  delete root['$schema'];
  delete root['~standard'];
  const state = { strict: root['type'] === 'object' };
  return { schema: walk(root, state), strict: state.strict };
}

function walk(node: Node, state: { strict: boolean }): Node {
  const result: Node = {};
  for (const [key, value] of Object.entries(node)) {
    // Strict mode takes anyOf only; our unions have a discriminator, so the meaning is the same.
    if (key === 'oneOf' || key === 'anyOf') result['anyOf'] = mapList(value, state);
    else if (key === 'properties' || key === '$defs') result[key] = mapValues(value, state);
    else if (key === 'items' && isNode(value)) result[key] = walk(value, state);
    else result[key] = value;
  }
  if (result['type'] === 'object') closeObject(result, state);
  const format = result['format'];
  if (strictRefuses.some((key) => key in result)) state.strict = false;
  if (typeof format === 'string' && !strictFormats.has(format)) state.strict = false;
  return result;
}

function closeObject(node: Node, state: { strict: boolean }): void {
  node['additionalProperties'] ??= false;
  const names = isNode(node['properties']) ? Object.keys(node['properties']) : [];
  const required = Array.isArray(node['required']) ? node['required'] : [];
  if (node['additionalProperties'] !== false || required.length < names.length) state.strict = false;
}

function mapList(value: unknown, state: { strict: boolean }): unknown {
  return Array.isArray(value) ? value.map((item) => (isNode(item) ? walk(item, state) : item)) : value;
}

function mapValues(value: unknown, state: { strict: boolean }): unknown {
  if (!isNode(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, isNode(item) ? walk(item, state) : item]));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
