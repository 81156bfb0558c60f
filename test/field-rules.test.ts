import { expect, test } from '@jest/globals';
import type { z } from 'zod';
import { routesOf } from '../api/area.ts';
import { AREAS } from '../api/areas.ts';
import { capabilities } from '../domain/features.ts';

const routes = routesOf(AREAS).map((route) => ({ name: `${route.method} ${route.path}`, route }));

test.each(routes)('each rule over several fields of $name says which ones it waits for', ({ route }) => {
  expect(rulesThatWaitForAll(route.operation.input)).toEqual([]);
});

test.each(capabilities.all.map((capability) => ({ name: capability.slug, capability })))(
  'each rule over several settings of $name says which ones it waits for',
  ({ capability }) => {
    expect(rulesThatWaitForAll(capability.settings)).toEqual([]);
  },
);

/** Where objects of a schema have rules that zod asks only once all fields are valid: a caller would learn of them too late. */
function rulesThatWaitForAll(schema: z.core.$ZodType, path = 'body', seen = new Set<unknown>()): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { def } = schema._zod;
  const waits = def.type === 'object' && (def.checks ?? []).some((check) => check._zod.def.when === undefined);
  const inner = Object.entries(partsOf(def)).flatMap(([name, part]) =>
    rulesThatWaitForAll(part, `${path}.${name}`, seen),
  );
  return waits ? [path, ...inner] : inner;
}

/** The schemas within a schema, whatever it is made of. */
function partsOf(def: object): Record<string, z.core.$ZodType> {
  const found: Record<string, z.core.$ZodType> = {};
  const visit = (value: unknown, name: string, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth === 0) return;
    if ('_zod' in value && 'def' in (value._zod as object) && 'parse' in value) {
      found[name] = value as unknown as z.core.$ZodType;
      return;
    }
    for (const [key, each] of Object.entries(value)) visit(each, `${name}${key}`, depth - 1);
  };
  for (const [name, value] of Object.entries(def)) if (name !== 'checks') visit(value, name === 'shape' ? '' : name, 2);
  return found;
}
