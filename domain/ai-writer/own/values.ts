import type { Deps } from '../../kernel/deps.ts';
import { type ErrorDetails, Problems } from '../../kernel/problems.ts';
import { findTemplate } from '../catalogue.ts';
import { postType, valuesOfFields, type WriterBody } from '../schema.ts';
import type { WriterTemplateRow } from '../table.ts';
import { findOwnTemplate } from './store.ts';

/** What a body says of its template, before it is valid. */
interface Named {
  post_type?: unknown;
  fields?: unknown;
}

/** The partner's own template that a body names; null where it names one of the platform's, or none. */
export async function ownTemplateIn(
  { db }: Pick<Deps, 'db'>,
  partnerId: number,
  raw: unknown,
): Promise<WriterTemplateRow | null> {
  const slug = postType.safeParse(partsOf(raw).post_type).data;
  return slug === undefined || findTemplate(slug) ? null : findOwnTemplate(db, partnerId, slug);
}

/** Required fields of a partner's own template without text, as paths in a body, in the order of the template. */
export function blankValues({ fields }: Pick<WriterBody, 'fields'>, own: WriterTemplateRow): string[] {
  const required = own.definition.fields.filter((field) => field.required);
  return required.filter(({ name }) => fields?.[name]?.trim() === '').map(({ name }) => `fields.${name}`);
}

/** The values of a partner's own template that are not blank, in the order of the template. */
export function promptValues(
  { fields = {} }: Pick<WriterBody, 'fields'>,
  own: WriterTemplateRow,
): Record<string, string> {
  const names = own.definition.fields.map(({ name }) => name);
  return Object.fromEntries(names.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])));
}

/** Errors in the template and the fields that a body names, by dotted path; `own` is the template that it names. */
export function templateProblems(raw: unknown, own: WriterTemplateRow | null): ErrorDetails {
  const { post_type, fields } = partsOf(raw);
  const slug = postType.safeParse(post_type).data;
  if (slug === undefined) return {};
  if (!own && !findTemplate(slug)) return { post_type: [UNKNOWN_TEMPLATE] };
  const values = fields === undefined ? {} : valuesOfFields.safeParse(fields).data;
  return values ? valueProblems(values, own) : {};
}

/** The error for a slug that is none of the platform's templates or of the partner's. */
const UNKNOWN_TEMPLATE = 'Must be the slug of a template.';

function valueProblems(values: Readonly<Record<string, string>>, own: WriterTemplateRow | null): ErrorDetails {
  const problems = new Problems();
  const known = own?.definition.fields ?? [];
  for (const { name, required, max } of known) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined && required) problems.add(`fields.${name}`, 'Is required.');
    if (value !== undefined && value.length > max) problems.add(`fields.${name}`, `Must be at most ${max} characters.`);
  }
  for (const name of Object.keys(values))
    if (!known.some((field) => field.name === name)) problems.add(`fields.${name}`, 'Is not a field of the template.');
  return problems.details() ?? {};
}

function partsOf(raw: unknown): Named {
  return typeof raw === 'object' && raw !== null ? raw : {};
}
