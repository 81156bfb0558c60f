import { type JsonSchema, toJsonSchema } from '../../../api/openapi/schemas.ts';
import type { Route } from '../../../api/route.ts';

/** A route that takes a larger body is expensive, characters. */
const MAX_CHEAP_BODY = 50_000;
const SHORT = 50;
/** Schemas that refer to themselves have an end. */
const MAX_LEVELS = 8;

/**
 * Whether requests of this kind may take much of an API process: it takes files or large bodies, makes files, or does
 * the work of a capability.
 */
export function isExpensive(route: Route): boolean {
  const makesFile = route.kind === 'stream' && route.contentType !== 'text/event-stream';
  if (route.upload || makesFile || route.operation.capability) return true;
  return route.method !== 'GET' && largestOf(toJsonSchema(route.operation.input, 'input')) > MAX_CHEAP_BODY;
}

/** About the length of the largest value that a schema accepts, characters. */
export function largestOf(schema: JsonSchema, level = 0): number {
  if (level > MAX_LEVELS) return 0;
  const each = (parts: unknown) => ((parts ?? []) as JsonSchema[]).map((part) => largestOf(part, level + 1));
  const number = (keyword: string, otherwise: number) => Number(schema[keyword] ?? otherwise);
  if ('x-max-bytes' in schema) return number('x-max-bytes', 0);
  const types = [schema.type ?? []].flat();
  const text = types.includes('string') && !('enum' in schema) ? number('maxLength', SHORT) : SHORT;
  const items = schema['items'] ? number('maxItems', 1) * largestOf(schema['items'] as JsonSchema, level + 1) : 0;
  const fields = each(Object.values(schema.properties ?? {})).reduce((sum, length) => sum + SHORT + length, 0);
  const free = schema['additionalProperties'];
  const entries =
    typeof free === 'object' ? number('maxProperties', 1) * (SHORT + largestOf(free as JsonSchema, level + 1)) : 0;
  return Math.max(text, items, fields + entries, ...each(schema['anyOf']), ...each(schema['oneOf']));
}
