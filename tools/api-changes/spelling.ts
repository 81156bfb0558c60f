import { isJsonObject, type JsonObject } from '../../domain/kernel/json.ts';

/** The same schema in the words that promises are compared in: two ways of saying a thing are no change. */
export function spelledAlike(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spelledAlike);
  if (!isJsonObject(value)) return value;
  return oneOfTypes(
    atLeastOne(
      onlyOne(
        noDefault(anyItems(Object.fromEntries(Object.entries(value).map(([key, part]) => [key, spelledAlike(part)])))),
      ),
    ),
  );
}

/** A boolean that is not `false` as `const: true`, and the other way round. */
function onlyOne({ const: only, not, ...rest }: JsonObject): JsonObject {
  if (typeof only === 'boolean') return { ...rest, type: 'boolean', const: only };
  const other = isJsonObject(not) ? not['const'] : undefined;
  if (rest['type'] === 'boolean' && typeof other === 'boolean') return { ...rest, const: !other };
  return { ...(only !== undefined && { const: only }), ...(not !== undefined && { not }), ...rest };
}

/** Named fields without the default of none of them, which says no more than that the object is optional. */
function noDefault({ default: value, ...rest }: JsonObject): JsonObject {
  if (
    value === undefined ||
    (isJsonObject(value) && Object.keys(value).length === 0 && isJsonObject(rest['properties']))
  )
    return rest;
  return { default: value, ...rest };
}

/** A list of anything, without the word for it. */
function anyItems({ items, ...rest }: JsonObject): JsonObject {
  return items === undefined || (isJsonObject(items) && Object.keys(items).length === 0) ? rest : { items, ...rest };
}

/** `type: [a, b]` as `anyOf` of its types; something or null stays. */
function oneOfTypes(schema: JsonObject): JsonObject {
  const { type, ...rest } = schema;
  if (!Array.isArray(type) || type.filter((each) => each !== 'null').length < 2) return schema;
  return { anyOf: type.map((each) => ({ type: each })), ...rest };
}

/** `not: { properties: { a: { not: {} }, b: { not: {} } } }` as `anyOf` of what is required. */
function atLeastOne(schema: JsonObject): JsonObject {
  const { not, ...rest } = schema;
  const excluded = isJsonObject(not) && Object.keys(not).join() === 'properties' ? not['properties'] : undefined;
  if (!isJsonObject(excluded) || !Object.values(excluded).every(isNothing)) return schema;
  return { ...rest, anyOf: Object.keys(excluded).map((name) => ({ required: [name] })) };
}

function isNothing(schema: unknown): boolean {
  return isJsonObject(schema) && isJsonObject(schema['not']) && Object.keys(schema['not']).length === 0;
}
