import { isJsonObject } from '../kernel/json.ts';
import type { ErrorDetails } from '../kernel/problems.ts';
import type { ValueSchema } from './event-values.ts';
import type { EventMapping } from './table.ts';

/** Errors in a mapping, by field: settings that the target has not, paths that the event has not, and values of another type. */
export function mappingProblems(
  mapping: EventMapping,
  { event, settings }: { event: ValueSchema; settings: ValueSchema },
): ErrorDetails {
  const problems: ErrorDetails = {};
  for (const [setting, path] of Object.entries(mapping)) {
    const problem = problemOf(path, event, propertyOf(settings, setting));
    if (problem !== null) problems[`event.mapping.${setting}`] = [problem];
  }
  return problems;
}

function problemOf(path: string, event: ValueSchema, setting: ValueSchema | undefined): string | null {
  if (!setting) return 'Must be the name of a setting.';
  const found = schemasAt(event, path.split('.'));
  if (found.length === 0) return 'Must be a path of the data of the event.';
  return found.some((schema) => fits(schema, setting)) ? null : `Must be a path of type ${typesOf(setting)}.`;
}

/** The settings of a target as an event gives them, or the name of the first one whose value it has not. */
export function mappedSettings(
  mapping: EventMapping,
  values: Record<string, unknown>,
): { settings: Record<string, unknown> } | { missing: string } {
  const settings: Record<string, unknown> = {};
  for (const [setting, path] of Object.entries(mapping)) {
    const value = valueAt(values, path);
    if (value === undefined || value === null) return { missing: setting };
    settings[setting] = value;
  }
  return { settings };
}

/** What stands at a dotted path; undefined where nothing does. A number is an index of a list. */
function valueAt(values: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    return Array.isArray(value) && name === 'length' ? undefined : (value as Record<string, unknown>)[name];
  }, values);
}

/** A value that an event has, or may have. */
export interface EventPath {
  path: string;
  /** Types of JSON; empty where any may stand there. */
  types: string[];
  /** What the newest event has there; undefined where it has nothing. */
  example: unknown;
}

/** Most paths that are listed, and most names of one. */
const MOST_PATHS = 100;
const MOST_NAMES = 8;

/** The paths of an event's values, those of its schema first, and what its newest event has there. */
export function eventPaths(schema: ValueSchema, values: Record<string, unknown>): EventPath[] {
  const paths = new Set([...schemaPaths(schema), ...valuePaths(values)]);
  return [...paths].slice(0, MOST_PATHS).map((path) => ({
    path,
    types: [...new Set(schemasAt(schema, path.split('.')).flatMap(typesIn))],
    example: valueAt(values, path),
  }));
}

function* schemaPaths(schema: ValueSchema, prefix: readonly string[] = []): Generator<string> {
  for (const option of optionsOf(schema)) {
    for (const [name, property] of Object.entries(option.properties ?? {})) {
      const path = [...prefix, name];
      if (typeof property !== 'object' || path.length > MOST_NAMES) continue;
      if (optionsOf(property).some(({ properties }) => properties)) yield* schemaPaths(property, path);
      else yield path.join('.');
    }
  }
}

/** Lists are one value, and so are their entries; objects are the paths to what they have. */
function* valuePaths(value: unknown, prefix: readonly string[] = []): Generator<string> {
  const isObject = typeof value === 'object' && value !== null;
  if (prefix.length > 0 && (!isObject || Array.isArray(value))) yield prefix.join('.');
  if (!isObject || prefix.length === MOST_NAMES) return;
  for (const [name, entry] of Object.entries(value).slice(0, MOST_PATHS)) {
    if (name !== '' && !name.includes('.') && name !== '__proto__') yield* valuePaths(entry, [...prefix, name]);
  }
}

/** The schemas of what may stand at a path; empty where nothing can. */
function schemasAt(schema: ValueSchema, [name, ...rest]: readonly string[]): ValueSchema[] {
  if (name === undefined) return optionsOf(schema);
  return optionsOf(schema).flatMap((option) => {
    const child = childOf(option, name);
    return child ? schemasAt(child, rest) : [];
  });
}

function childOf(schema: ValueSchema, name: string): ValueSchema | undefined {
  if (schema.type === undefined) return {};
  if (schema.type === 'array') return /^\d+$/.test(name) ? asSchema(schema.items ?? {}) : undefined;
  if (schema.type !== 'object') return undefined;
  return propertyOf(schema, name) ?? asSchema(schema.additionalProperties);
}

function propertyOf({ properties = {} }: ValueSchema, name: string): ValueSchema | undefined {
  return Object.hasOwn(properties, name) ? asSchema(properties[name]) : undefined;
}

/** A schema as an object; `true` takes everything, and what is none, or takes nothing, is undefined. */
function asSchema(schema: unknown): ValueSchema | undefined {
  if (schema === true) return {};
  return isJsonObject(schema) ? schema : undefined;
}

function optionsOf(schema: ValueSchema): ValueSchema[] {
  const options = schema.anyOf ?? schema.oneOf;
  return options ? options.flatMap((option) => optionsOf(option as ValueSchema)) : [schema];
}

/** Whether some value of the one schema may be one of the other, by their types. null counts as missing. */
function fits(from: ValueSchema, to: ValueSchema): boolean {
  return optionsOf(from).some((one) => optionsOf(to).some((other) => fitsOption(one, other)));
}

function fitsOption(from: ValueSchema, to: ValueSchema): boolean {
  if (from.type === 'null') return false;
  if (from.type === undefined || to.type === undefined) return true;
  if (from.type === 'array' && to.type === 'array') return fits(asSchema(from.items) ?? {}, asSchema(to.items) ?? {});
  return from.type === to.type || (from.type === 'integer' && to.type === 'number');
}

function typesIn({ type }: ValueSchema): string[] {
  return type === undefined || type === 'null' ? [] : [type].flat();
}

function typesOf(schema: ValueSchema): string {
  return [...new Set(optionsOf(schema).flatMap(typesIn))].join(' or ');
}
