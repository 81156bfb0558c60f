import { readdirSync } from 'node:fs';
import { z } from 'zod';
import type { Area } from '../../api/area.ts';
import { AREAS } from '../../api/areas.ts';
import type { RouteName } from '../environment/http.ts';
import { routeNamed } from '../environment/routes.ts';
import { EXPECTED_ROUTES } from '../routes.ts';
import type { AreaSamples, InputSample, RecordSample, SampleId } from './sample.ts';

/** Files of this folder that are no samples of an area. */
const OTHERS = ['partner.ts', 'sample.ts', 'table.ts'];
/** A field that names a record, by its name. */
const REFERENCE = /(^|_)ids?$|^invoice_number$/;
/** No record has this id. */
const UNKNOWN = Number.MAX_SAFE_INTEGER;

const folder = (path: string) => readdirSync(new URL(path, import.meta.url));

/** Samples by area; the folder is the list. */
const SAMPLES = new Map<string, AreaSamples>();
for (const file of folder('.').filter((name) => name.endsWith('.ts') && !name.includes('.test.'))) {
  if (OTHERS.includes(file)) continue;
  const { samples }: { samples: AreaSamples } = await import(`./${file}`);
  SAMPLES.set(file.replace(/\.ts$/, ''), samples);
}

/** The folder of api/ that each route stands in. */
const AREA_OF = new Map<RouteName, string>();
for (const area of folder('../../api')) {
  if (!folder(`../../api/${area.includes('.') ? '' : area}`).includes('area.ts') || area.includes('.')) continue;
  const exported: Record<string, Area> = await import(`../../api/${area}/area.ts`);
  for (const declared of Object.values(exported).filter((value) => AREAS.includes(value))) {
    for (const { method, path } of declared.routes) AREA_OF.set(`${method} ${path}` as RouteName, area);
  }
}

const RECORDS = new Map([...SAMPLES.values()].flatMap(({ records = {} }) => Object.entries(records)));

/** What makes the rows that lists show and nothing names. */
export const ROW_MAKERS = [...SAMPLES.values()].flatMap(({ makeRows }) => makeRows ?? []);

/** Names of all routes under /api/v1. */
export const ROUTES = EXPECTED_ROUTES.map(([method, path]) => `${method} ${path}` as RouteName);

/** The file with the samples of a route's area. */
export function fileOf(name: RouteName): string {
  return `test/samples/${AREA_OF.get(name) ?? '?'}.ts`;
}

/** Whose credential a route takes. */
export function callerOf(name: RouteName): 'administrator' | 'person' | 'console' | 'key' {
  const { permission } = routeNamed(name).operation;
  if (permission === 'console_admin') return 'console';
  if (permission === 'administrator' || permission === 'console') return permission;
  return SAMPLES.get(AREA_OF.get(name) ?? '')?.caller ?? 'key';
}

/** A parameter of a path, and the record that it names. */
export interface NamedRecord {
  param: string;
  /** Its key in `records`: the path up to the parameter. */
  key: string;
  sample: RecordSample;
}

/** The records that a route's path names. Throws where a sample is missing, with the file to edit. */
export function recordsIn(name: RouteName): NamedRecord[] {
  const path = name.slice(name.indexOf('/'));
  return Array.from(path.matchAll(/\{(\w+)\}/g), ({ 0: { length }, 1: param = '', index }) => {
    const key = path.slice(0, index + length);
    return { param, key, sample: recordAt(key, name) };
  });
}

/** The record with that key. Throws where a sample is missing, with the file to edit. */
export function recordAt(key: string, name: RouteName): RecordSample {
  const sample = RECORDS.get(key);
  if (!sample) throw new Error(`${name} needs a sample: add '${key}' to the records in ${fileOf(name)}.`);
  return sample;
}

/** The input of a route, and its fields that name records. */
export function inputOf(name: RouteName): InputSample {
  return SAMPLES.get(AREA_OF.get(name) ?? '')?.inputs?.[name] ?? {};
}

/** A field that names a record. */
interface NamedField {
  field: string;
  /** The key of the record. */
  key: string;
  sample: RecordSample;
  /** The answer to another partner's record, where it is no error. */
  answer: object | undefined;
}

/** The fields of a route's body or query that name records. Throws where a sample is missing, with the file to edit. */
export function fieldsIn(name: RouteName): NamedField[] {
  return Object.entries(inputOf(name).references ?? {}).flatMap(([field, reference]) => {
    if (typeof reference === 'object' && 'none' in reference) return [];
    const { record: key, answer } =
      typeof reference === 'string' ? { record: reference, answer: undefined } : reference;
    return [{ field, key, sample: recordAt(key, name), answer }];
  });
}

/** Keys of the records that a route's path or fields name. */
export function keysIn(name: RouteName): string[] {
  return [...recordsIn(name), ...fieldsIn(name)].map(({ key }) => key);
}

/** Fields that by their name name a record, but have no entry in the samples. */
export function undeclaredReferences(name: RouteName): string[] {
  const declared = Object.keys(inputOf(name).references ?? {});
  return fieldsOf(jsonSchemaOf(routeNamed(name).operation.input)).filter(
    (field) => REFERENCE.test(field.replace(/.*\.|\[\]/g, '')) && !declared.includes(field),
  );
}

/** Samples that no route has any use for. */
export function unusedSamples(): string[] {
  const used = new Set(ROUTES.flatMap(keysIn));
  const inputs = [...SAMPLES].flatMap(([area, samples]) =>
    Object.keys(samples.inputs ?? {}).filter((name) => AREA_OF.get(name as RouteName) !== area),
  );
  return [...[...RECORDS.keys()].filter((key) => !used.has(key)), ...inputs];
}

/** What names no record. */
export function unknownOf({ unknown = UNKNOWN }: { unknown?: string | number }): SampleId {
  return unknown;
}

/** Path parameters that name nothing, except the platform's own records. */
export function unknownParams(name: RouteName): Record<string, SampleId> {
  return Object.fromEntries(recordsIn(name).map(({ param, sample }) => [param, unknownOf(sample)]));
}

/** The input with the value at a field such as `products[].id`. */
export function withField(input: object, field: string, value: unknown): object {
  const [name = '', ...rest] = field.split('.');
  const isList = name.endsWith('[]');
  const key = name.replace('[]', '');
  const own: unknown = Reflect.get(input, key);
  // Of a list, its first entry keeps its other fields.
  const around = (Array.isArray(own) ? own[0] : own) as object | undefined;
  const inner = rest.length > 0 ? withField(around ?? {}, rest.join('.'), value) : value;
  return { ...input, [key]: isList ? [inner] : inner };
}

/** A value that no field of a body accepts. */
const BROKEN = [[]];

/** A field of a route's input that is invalid, beside the one at this path; undefined where there is no other. */
export function brokenFieldBeside(name: RouteName, field: string): object | undefined {
  const { operation } = routeNamed(name);
  const schema = jsonSchemaOf(operation.input);
  const [top = ''] = field.replaceAll('[]', '').split('.');
  const others = Object.keys(schema.properties ?? {}).filter((other) => other !== top);
  if (name.startsWith('GET')) return others.includes('per_page') ? { per_page: 0 } : undefined;
  const [other] = others;
  return other === undefined ? undefined : { [other]: BROKEN };
}

/** JSON Schema of an input, as far as it says which fields there are and what bounds them. */
export interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  maxLength?: number;
  /** Where `maxLength` would be a change for clients. */
  'x-max-length'?: number;
  maxItems?: number;
  $defs?: Record<string, JsonSchema>;
}

/** The JSON Schema of an input; what JSON cannot express is anything. */
export function jsonSchemaOf(input: z.ZodType): JsonSchema {
  return z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
}

function fieldsOf(schema: JsonSchema, prefix = ''): string[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    return [`${path}${isList(inner) ? '[]' : ''}`, ...fieldsOf(inner, path)];
  });
  const options = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((option) => fieldsOf(option, prefix));
  return [...own, ...options, ...(schema.items ? fieldsOf(schema.items, `${prefix}[]`) : [])];
}

function isList({ type, anyOf = [] }: JsonSchema): boolean {
  return [type].flat().includes('array') || anyOf.some(isList);
}
