import { escapeHtml, paragraphs } from './html.ts';
import { fieldsOf, type JsonSchema, type NamedSchemas } from './schemas.ts';

/** Schemas that refer to themselves end here. */
const MAX_DEPTH = 8;

/** The fields of a schema as nested lists. */
export function renderSchema(schema: JsonSchema, named: NamedSchemas, depth = 0): string {
  const resolved = resolve(schema, named);
  if (depth >= MAX_DEPTH) return '';
  const items = resolved['items'] as JsonSchema | undefined;
  const alternatives = (resolved['anyOf'] ?? resolved['oneOf']) as JsonSchema[] | undefined;
  const fields = fieldsOf(resolved);
  if (fields.length > 0) {
    return `<ul class="fields">${fields.map((field) => renderField(field, named, depth)).join('')}</ul>`;
  }
  if (items) return renderSchema(items, named, depth + 1);
  if (alternatives) return alternatives.map((part) => renderSchema(part, named, depth + 1)).join('');
  return depth === 0 ? `<p>${typeOf(resolved)}</p>` : '';
}

function renderField(field: ReturnType<typeof fieldsOf>[number], named: NamedSchemas, depth: number): string {
  const schema = resolve(field.schema, named);
  const required = field.required ? ' <span class="tag">required</span>' : '';
  const description = schema.description ? `<br>${paragraphs(schema.description, true)}` : '';
  const name = `<code>${escapeHtml(field.name)}</code> ${typeOf(schema, named)}${required}${description}`;
  return `<li>${name}${renderSchema(schema, named, depth + 1)}</li>`;
}

/** A schema's type and limits in a few words. */
export function typeOf(schema: JsonSchema, named: NamedSchemas = {}): string {
  const resolved = resolve(schema, named);
  const alternatives = (resolved['anyOf'] ?? resolved['oneOf']) as JsonSchema[] | undefined;
  if (alternatives) return alternatives.map((part) => typeOf(part, named)).join(' or ');
  const items = resolved['items'] as JsonSchema | undefined;
  const words = [items ? `array of ${typeOf(items, named)}` : escapeHtml(String(resolved.type ?? 'any'))];
  if (typeof resolved['format'] === 'string') words.push(escapeHtml(resolved['format']));
  if (Array.isArray(resolved['enum'])) words.push(`one of ${resolved['enum'].map(codeOf).join(', ')}`);
  if (resolved['const'] !== undefined) words.push(codeOf(resolved['const']));
  words.push(...limits(resolved));
  if (resolved['default'] !== undefined) words.push(`default ${codeOf(resolved['default'])}`);
  return `<span class="type">${words.join(', ')}</span>`;
}

/** What each limit says before and after its number. */
const LIMITS: Record<string, [string, string]> = {
  minimum: ['at least', ''],
  maximum: ['at most', ''],
  minLength: ['at least', ' characters'],
  maxLength: ['at most', ' characters'],
  minItems: ['at least', ' items'],
  maxItems: ['at most', ' items'],
};

function limits(schema: JsonSchema): string[] {
  return Object.entries(LIMITS)
    .filter(([keyword]) => typeof schema[keyword] === 'number')
    .map(([keyword, [before, after]]) => `${before} ${Number(schema[keyword]).toLocaleString('en')}${after}`);
}

function codeOf(value: unknown): string {
  return `<code>${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value))}</code>`;
}

function resolve(schema: JsonSchema, named: NamedSchemas): JsonSchema {
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return schema;
  return named[reference.split('/').at(-1) ?? ''] ?? schema;
}
