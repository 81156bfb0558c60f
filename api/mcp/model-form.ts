import { isJsonObject, type JsonObject } from '../../domain/kernel/json.ts';
import type { JsonSchema } from '../openapi/schemas.ts';
import { fieldName, idName, singular } from './names.ts';

/**
 * The form of REST responses for models: resource objects are flat, ids have the names of arguments, and there are no
 * links.
 */
export interface ModelForm {
  schema: JsonSchema;
  of(value: unknown): unknown;
}

/** The form for models of a schema. `noun`: what a record at its root is; `omit`: redundant fields. */
export function modelForm(schema: JsonSchema, noun: string | undefined, omit: ReadonlySet<string>): ModelForm {
  const options = schema['anyOf'] as JsonSchema[] | undefined;
  if (options) return alternatives(schema, options, noun, omit);
  if (schema.properties) return isResource(schema) ? flatResource(schema, omit) : record(schema, noun, omit);
  const items = schema['items'] as JsonSchema | undefined;
  if (!items) return { schema, of: (value) => value };
  const each = modelForm(items, noun && singular(noun), omit);
  return {
    schema: { ...schema, items: each.schema },
    of: (value) => (Array.isArray(value) ? value.map(each.of) : value),
  };
}

/** Mostly a value or null. Of several kinds of objects the first one applies whose required fields are all present. */
function alternatives(
  schema: JsonSchema,
  options: readonly JsonSchema[],
  noun: string | undefined,
  omit: ReadonlySet<string>,
): ModelForm {
  const forms = options.map((option) => ({ option, form: modelForm(option, noun, omit) }));
  const fits = ({ type, required = [] }: JsonSchema, value: unknown) => {
    if (isJsonObject(value)) return type === 'object' && required.every((name) => name in value);
    return Array.isArray(value) ? type === 'array' : type !== 'object' && type !== 'array';
  };
  return {
    schema: { ...schema, anyOf: forms.map(({ form }) => form.schema) },
    of: (value) => forms.find(({ option }) => fits(option, value))?.form.of(value) ?? value,
  };
}

function isResource({ properties = {} }: JsonSchema): boolean {
  const { type, id, attributes } = properties;
  return type?.['const'] !== undefined && id !== undefined && attributes?.properties !== undefined;
}

/** `{type, id, attributes, relationships}` as one flat object. */
function flatResource(schema: JsonSchema, omit: ReadonlySet<string>): ModelForm {
  const { type, id = {}, attributes = {}, relationships = {} } = schema.properties ?? {};
  const name = idName(String(type?.['const']));
  // Records with a slug are identified by it alone.
  const { slug } = attributes.properties ?? {};
  const parts = [record(attributes, undefined, new Set([...omit, 'slug'])), record(relationships, undefined, omit)];
  const merged: JsonSchema = {
    type: 'object',
    properties: Object.assign({ [name]: slug ?? id }, ...parts.map((part) => part.schema.properties ?? {})),
    required: [name, ...parts.flatMap((part) => part.schema.required ?? [])],
  };
  return {
    schema: merged,
    of(value) {
      if (!isJsonObject(value)) return value;
      const given = value['attributes'] as JsonObject;
      const [own, related] = [given, value['relationships']].map((part, index) => parts[index]?.of(part));
      return { [name]: slug ? given['slug'] : value['id'], ...(own as JsonObject), ...(related as JsonObject) };
    },
  };
}

/** An object that is no resource; its `id` is that of the noun. */
function record(schema: JsonSchema, given: string | undefined, omit: ReadonlySet<string>): ModelForm {
  const noun = (schema.properties?.['type']?.['const'] as string | undefined) ?? given;
  const kept = Object.entries(schema.properties ?? {}).filter(([name]) => name !== 'links' && !omit.has(name));
  const nameOf = (name: string) => (name === 'id' && noun !== undefined ? idName(noun) : fieldName(name));
  const forms = new Map(
    // The record in `data` is the one that the whole response is about.
    kept.map(([name, part]) => [name, modelForm(part, name === 'data' ? noun : singular(name), omit)]),
  );
  const names = [...forms.keys()].map(nameOf);
  if (new Set(names).size < names.length) throw new Error(`Two fields have one name: ${names.join(', ')}.`);
  return {
    schema: {
      ...schema,
      properties: Object.fromEntries([...forms].map(([name, form]) => [nameOf(name), form.schema])),
      ...(schema.required && { required: schema.required.filter((name) => forms.has(name)).map(nameOf) }),
    },
    of(value) {
      if (!isJsonObject(value)) return value;
      return Object.fromEntries(
        Object.entries(value)
          .filter(([name]) => forms.has(name) || !(name === 'links' || omit.has(name)))
          .map(([name, part]) => [nameOf(name), forms.get(name)?.of(part) ?? part]),
      );
    },
  };
}
