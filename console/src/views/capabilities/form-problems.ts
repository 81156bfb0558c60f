import type { Schema } from './form-schema.ts';

/** Texts of problems that a form finds by itself. */
export interface ProblemTexts {
  missing: string;
  atLeast: (bound: string) => string;
  atMost: (bound: string) => string;
  tooLong: (max: string) => string;
  tooMany: (max: string) => string;
}

/** Problems of values by the dotted name of their field, as far as the schema says; the API looks again. */
export function problemsOf(
  schema: Schema,
  values: Readonly<Record<string, unknown>>,
  texts: ProblemTexts,
  prefix = '',
): Record<string, string> {
  const { properties = {}, required = [] } = schema;
  return Object.assign(
    {},
    ...Object.entries(properties).map(([name, field]) => {
      const value = values[name];
      if (isEmpty(value)) return required.includes(name) ? { [prefix + name]: texts.missing } : {};
      if (field.properties) return problemsOf(field, value as Record<string, unknown>, texts, `${prefix}${name}.`);
      const problem = problemOfValue(plain(field), value, texts);
      return problem === undefined ? {} : { [prefix + name]: problem };
    }),
  );
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'string' && value.trim() === '';
}

function problemOfValue(
  { minimum, maximum, maxLength, maxItems }: Schema,
  value: unknown,
  texts: ProblemTexts,
): string | undefined {
  if (typeof value === 'number') {
    if (minimum !== undefined && value < minimum) return texts.atLeast(String(minimum));
    if (maximum !== undefined && value > maximum) return texts.atMost(String(maximum));
  }
  if (typeof value === 'string' && maxLength !== undefined && [...value].length > maxLength)
    return texts.tooLong(String(maxLength));
  if (Array.isArray(value) && maxItems !== undefined && value.length > maxItems) return texts.tooMany(String(maxItems));
  return undefined;
}

/** What may be null has the bounds of its other form. */
function plain(schema: Schema): Schema {
  const [only, ...others] = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  return only && others.length === 0 ? { ...only, ...schema } : schema;
}
