import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import { type ZodType, z } from 'zod';
import { plainJson } from './completion.ts';
import { JsonParts } from './json-parts.ts';
import { AiError, type AiObjectRequest } from './port.ts';
import type { StructuredMode } from './provider.ts';

/** Request parameters for an object, and the text to add to the instructions. */
export interface StructuredForm {
  format: Pick<ChatCompletionCreateParamsNonStreaming, 'response_format'>;
  words: string;
}

/** The parameters of a structured mode. */
export function structuredForm({ schemaName, schema }: AiObjectRequest, mode: StructuredMode): StructuredForm {
  const answer = answerSchema(schema);
  if (mode === 'json_schema') {
    const json_schema = { name: schemaName, ...answer };
    return { format: { response_format: { type: 'json_schema', json_schema } }, words: '' };
  }
  const words = `\n\nAnswer with one JSON object and nothing else. It has to fit this JSON Schema:\n${JSON.stringify(answer.schema)}`;
  return { format: mode === 'json_object' ? { response_format: { type: 'json_object' } } : {}, words };
}

/** The answer is an object that ignores the schema. */
class SchemaIgnored extends AiError {
  constructor() {
    super('malformed', 'The answer of the AI provider does not follow the schema');
  }
}

/**
 * The object in an answer: alone, in a code fence, among sentences, or inside another object. Throws AiError when there is none, or
 * when it lacks properties that an enforced schema requires. The caller validates the rest.
 */
export function readObject(text: string, { schema }: AiObjectRequest, mode: StructuredMode): unknown {
  const value = parse(text) ?? parse(fenced(text)) ?? parse(embedded(text));
  if (value === undefined) throw new AiError('malformed', 'The answer of the AI provider is not JSON');
  const fitting = [value, ...wrapped(value)].find((candidate) => schema.safeParse(candidate).success);
  if (fitting === undefined && mode !== 'words' && lacksProperties(value, answerSchema(schema).schema['required'])) {
    throw new SchemaIgnored();
  }
  return plainJson(fitting ?? value);
}

/** Most fields, lists, objects and values of an answer; a list of ours has at most 200 entries. More would be checked for a long time. */
const MAX_PARTS = 4_000;

function parse(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  const json = new JsonParts();
  json.count(Buffer.from(text));
  if (json.parts + json.values > MAX_PARTS) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const FENCE = '```';

/** What stands in the first code fence: between the line that opens it and the next fence. */
function fenced(text: string): string | undefined {
  const opened = text.indexOf(FENCE);
  const line = opened === -1 ? -1 : text.indexOf('\n', opened);
  const closed = line === -1 ? -1 : text.indexOf(FENCE, line);
  return closed === -1 ? undefined : text.slice(line, closed).trim();
}

/** The first object that stands between sentences. */
function embedded(text: string): string | undefined {
  const start = text.indexOf('{');
  let depth = 0;
  let inString = false;
  for (let at = start; at >= 0 && at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return text.slice(start, at + 1);
    }
  }
  return undefined;
}

/** Candidates inside a wrapper: JSON in a string, the only element of a list, the only property of an object. */
function wrapped(value: unknown): unknown[] {
  if (typeof value === 'string') return [parse(value)];
  if (typeof value !== 'object' || value === null) return [];
  const inner: unknown[] = Object.values(value);
  return inner.length === 1 ? inner : [];
}

function lacksProperties(value: unknown, required: unknown): boolean {
  if (!Array.isArray(required)) return false;
  return typeof value !== 'object' || value === null || required.some((name) => !Object.hasOwn(value, name));
}

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
