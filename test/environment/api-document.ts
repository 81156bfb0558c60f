import { expect } from '@jest/globals';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { routesOf } from '../../api/area.ts';
import { AREAS } from '../../api/areas.ts';
import { buildDocument } from '../../api/openapi/document.ts';
import type { OpenApiOperation } from '../../api/openapi/types.ts';
import type { Route } from '../../api/route.ts';

const document = buildDocument({ routes: routesOf(AREAS), publicUrl: 'https://api.marketwright.test' });

/** Knows the named schemas under the addresses that the document gives them. */
const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(closed(document), 'openapi.json');

const validators = new Map<string, ValidateFunction>();

/**
 * The document as the service itself must keep to it. The published one lets objects have further fields, so that clients bear what later
 * releases add; nothing may leave that it does not name, unless it says `additionalProperties`.
 */
function closed<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(closed) as Value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, closed(part)]));
  const isOpen = copy['type'] === 'object' && 'properties' in copy && !('additionalProperties' in copy);
  return (isOpen ? { ...copy, additionalProperties: false } : copy) as Value;
}

/** Whether a body is as the document says that the route takes it; the service takes more, such as a number for a decimal string. */
export function isDocumentedInput(route: Route, body: unknown): boolean {
  const method = route.method.toLowerCase();
  if (!document.paths[route.path]?.[method]?.requestBody) return true;
  return validatorAt(['paths', route.path, method, 'requestBody', 'content', 'application/json', 'schema'])(body);
}

function validatorAt(pointer: readonly string[]): ValidateFunction {
  const parts = pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')));
  const address = `openapi.json#/${parts.join('/')}`;
  const validate = validators.get(address) ?? ajv.compile({ $ref: address });
  validators.set(address, validate);
  return validate;
}

/**
 * Holds an answer against the API document that the service publishes: its status is there, and its body fits the schema, without a
 * field that the schema does not name.
 */
export function expectInDocument(route: Route, answer: { status: number; body: unknown }): void {
  const { responses }: OpenApiOperation =
    document.paths[route.path]?.[route.method.toLowerCase()] ?? ({ responses: {} } as never);
  const name = `${route.method} ${route.path}`;
  expect({ name, statuses: Object.keys(responses) }).toEqual({
    name,
    statuses: expect.arrayContaining([String(answer.status)]),
  });
  const declared = responses[answer.status];
  const shared = declared?.$ref?.split('/').slice(1);
  const response = shared ? document.components.responses[shared.at(-1) ?? ''] : declared;
  if (!response?.content?.['application/json']) return;
  const pointer = [
    ...(shared ?? ['paths', route.path, route.method.toLowerCase(), 'responses', String(answer.status)]),
    'content',
    'application/json',
    'schema',
  ];
  const validate = validatorAt(pointer);
  validate(answer.body);
  expect({ name, problems: validate.errors ?? [] }).toEqual({ name, problems: [] });
}
