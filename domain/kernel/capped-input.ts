import type { z } from 'zod';
import { maxPropertiesOf } from './schema.ts';

/**
 * The input with each list and each object of free keys cut to one entry more than its schema allows: the schema
 * refuses it just the same, without a look at half a million entries. Parts that are within their limits are not
 * copied.
 */
export function cappedInput(schema: z.core.$ZodType, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const max = maxPropertiesOf(schema);
  const given = max === undefined ? value : withFirstEntries(value, max + 1);
  switch (def.type) {
    case 'object':
      return Array.isArray(given) ? given : mapFields(given, def.shape);
    case 'record':
      return Array.isArray(given) ? given : mapEntries(given, def.valueType);
    case 'array':
      return Array.isArray(given) ? cappedList(schema, def.element, given) : given;
    case 'union':
      return cappedByAny(def.options, given);
    case 'intersection':
      return cappedInput(def.right, cappedInput(def.left, given));
    case 'pipe':
      // What precedes a schema with `z.preprocess` is a transformation, which says nothing of its input.
      return cappedInput(isTransform(def.in) ? def.out : def.in, given);
    case 'lazy':
      return cappedInput(def.getter(), given);
    default:
      return 'innerType' in def ? cappedInput(def.innerType, given) : given;
  }
}

function isTransform(schema: z.core.$ZodType): boolean {
  return schema._zod.def.type === 'transform';
}

function cappedList(schema: z.core.$ZodType, element: z.core.$ZodType, list: readonly unknown[]): unknown {
  const max = maxItemsOf(schema);
  const first = list.length > max ? list.slice(0, max + 1) : list;
  let changed: unknown[] | undefined;
  for (let index = 0; index < first.length; index += 1) {
    const capped = cappedInput(element, first[index]);
    if (capped === first[index]) continue;
    changed ??= [...first];
    changed[index] = capped;
  }
  return changed ?? first;
}

/** Infinity when the schema has no maximum. */
function maxItemsOf(schema: z.core.$ZodType): number {
  const checks = (schema._zod.def.checks ?? []) as z.core.$ZodChecks[];
  const maxima = checks.map(({ _zod: { def } }) => (def.check === 'max_length' ? def.maximum : Infinity));
  return Math.min(...maxima);
}

/** By the first option that is of the value's kind; the options of a schema that differ in it are few and small. */
function cappedByAny(options: readonly z.core.$ZodType[], value: object): unknown {
  const isList = Array.isArray(value);
  return options.reduce<unknown>(
    (capped, option) => (accepts(option, isList) ? cappedInput(option, capped) : capped),
    value,
  );
}

function accepts(schema: z.core.$ZodType, isList: boolean): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'array') return isList;
  if (def.type === 'object' || def.type === 'record') return !isList;
  return true;
}

function mapFields(value: object, shape: Readonly<z.core.$ZodShape>): object {
  let changed: Record<string, unknown> | undefined;
  for (const name in shape) {
    if (!Object.hasOwn(value, name)) continue;
    const field = (value as Record<string, unknown>)[name];
    const capped = cappedInput(shape[name] as z.core.$ZodType, field);
    if (capped === field) continue;
    changed ??= { ...value };
    changed[name] = capped;
  }
  return changed ?? value;
}

function mapEntries(value: object, schema: z.core.$ZodType): object {
  return mapFields(value, Object.fromEntries(Object.keys(value).map((name) => [name, schema])));
}

/** The same object where it has no more entries than that. */
function withFirstEntries(value: object, count: number): object {
  if (Array.isArray(value)) return value;
  const names = Object.keys(value);
  if (names.length <= count) return value;
  return Object.fromEntries(names.slice(0, count).map((name) => [name, (value as Record<string, unknown>)[name]]));
}
