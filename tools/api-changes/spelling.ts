type Json = Record<string, unknown>;

/** The same schema in the words that promises are compared in: two ways of saying a thing are no change. */
export function spelledAlike(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spelledAlike);
  if (!isObject(value)) return value;
  return oneOfTypes(
    atLeastOne(
      onlyOne(
        noDefault(anyItems(Object.fromEntries(Object.entries(value).map(([key, part]) => [key, spelledAlike(part)])))),
      ),
    ),
  );
}

/** A boolean that is not `false` as `const: true`, and the other way round. */
function onlyOne({ const: only, not, ...rest }: Json): Json {
  if (typeof only === 'boolean') return { ...rest, type: 'boolean', const: only };
  const other = isObject(not) ? not['const'] : undefined;
  if (rest['type'] === 'boolean' && typeof other === 'boolean') return { ...rest, const: !other };
  return { ...(only !== undefined && { const: only }), ...(not !== undefined && { not }), ...rest };
}

/** Named fields without the default of none of them, which says no more than that the object is optional. */
function noDefault({ default: value, ...rest }: Json): Json {
  if (value === undefined || (isObject(value) && Object.keys(value).length === 0 && isObject(rest['properties'])))
    return rest;
  return { default: value, ...rest };
}

/** A list of anything, without the word for it. */
function anyItems({ items, ...rest }: Json): Json {
  return items === undefined || (isObject(items) && Object.keys(items).length === 0) ? rest : { items, ...rest };
}

/** `type: [a, b]` as `anyOf` of its types; something or null stays. */
function oneOfTypes(schema: Json): Json {
  const { type, ...rest } = schema;
  if (!Array.isArray(type) || type.filter((each) => each !== 'null').length < 2) return schema;
  return { anyOf: type.map((each) => ({ type: each })), ...rest };
}

/** `not: { properties: { a: { not: {} }, b: { not: {} } } }` as `anyOf` of what is required. */
function atLeastOne(schema: Json): Json {
  const { not, ...rest } = schema;
  const excluded = isObject(not) && Object.keys(not).join() === 'properties' ? not['properties'] : undefined;
  if (!isObject(excluded) || !Object.values(excluded).every(isNothing)) return schema;
  return { ...rest, anyOf: Object.keys(excluded).map((name) => ({ required: [name] })) };
}

function isNothing(schema: unknown): boolean {
  return isObject(schema) && isObject(schema['not']) && Object.keys(schema['not']).length === 0;
}

function isObject(part: unknown): part is Json {
  return typeof part === 'object' && part !== null && !Array.isArray(part);
}
