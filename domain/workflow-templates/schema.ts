import { z } from 'zod';
import { executeBody } from '../executions/operations/execute-capability.ts';
import type { Call } from '../kernel/call.ts';
import { isCapabilitySlug } from '../kernel/capability-slugs.ts';
import type { Db, Deps } from '../kernel/deps.ts';
import { AppError, notFound } from '../kernel/errors.ts';
import { partnerOf } from '../kernel/invoke.ts';
import { integer, jsonObject, looseText, pageQuery, resettable, text } from '../kernel/schema.ts';
import { findTemplate } from './catalogue/index.ts';
import { definitionFields, FORMAT_VERSION } from './definition.ts';
import { templateOf } from './own.ts';
import { findDefined, findDefinedById } from './store.ts';
import type { DefinedTemplate } from './table.ts';
import { type PartnerTemplate, TEMPLATE_CATEGORY_NAMES, type WorkflowTemplate } from './types.ts';

export const templateParams = z.object({
  slug: z.string().min(1).max(64).describe('Slug of a template, such as `product_launch_campaign`.'),
});

export const listTemplatesQuery = z.object({
  category: z.enum(TEMPLATE_CATEGORY_NAMES).optional().describe('Only templates of this category.'),
  ...pageQuery(),
});

/** Body of validate; errors in `input` are part of the response. */
export const validateTemplateBody = z.object({
  input: jsonObject().prefault({}).describe('Input of the template, as described by its `input_schema`.'),
});

/** Body of execute; each template restricts `input` to its own fields. */
export const executeTemplateBody = executeBody.omit({ settings: true }).extend({
  input: jsonObject().prefault({}).describe('Input of the template, as described by its `input_schema`.'),
});

export const suggestTemplateBody = z.object({
  use_case: looseText(2_000).describe('The goal, in one or a few sentences.'),
});

/** Paths beside those of templates have these names. */
const PATHS: readonly string[] = ['grouped', 'suggest'];

const slug = z
  .string('Must be a string.')
  .regex(/^[a-z][a-z0-9_]{1,63}$/, 'Must be 2 to 64 lower-case letters, digits and `_`, and begin with a letter.')
  .refine(
    (name) => !isCapabilitySlug(name) && findTemplate(name) === undefined && !PATHS.includes(name),
    'Must not be the slug of a capability or of one of the platform’s templates.',
  )
  .describe('Identifies it in paths and triggers; immutable.');

const formatVersion = z
  .literal(FORMAT_VERSION, `Must be ${FORMAT_VERSION}.`)
  .describe(`Version of the file format: ${FORMAT_VERSION}.`);

const head = {
  name: text(120).describe('Display name of what the template creates.'),
  description: looseText(1_000).describe('When to use the template.'),
  category: z.enum(TEMPLATE_CATEGORY_NAMES).describe('Category of the template, for filters and groups.'),
};

/** Body of a new template, and the file of one. */
export const createTemplateBody = z.object({
  format_version: formatVersion,
  slug,
  ...head,
  description: head.description.default('').describe('When to use the template.'),
  ...definitionFields,
});

/** Body of an update; absent fields keep their values, lists are replaced. */
export const updateTemplateBody = z.object({
  format_version: formatVersion.optional(),
  name: head.name.optional(),
  description: resettable(head.description, '').describe('When to use the template; null clears it.'),
  category: head.category.optional(),
  input: definitionFields.input.optional(),
  steps: definitionFields.steps.optional(),
  example: definitionFields.example.optional(),
});

export const listVersionsQuery = z.object(pageQuery());

export const templateFileQuery = z.object({
  version: integer(1, 2_147_483_647)
    .optional()
    .describe('An earlier version of the definition that is still kept; defaults to the newest.'),
});

/** A partner's template of this slug, its own before the platform's; undefined when there is none. */
export async function findTemplateOf(db: Db, partnerId: number, name: string): Promise<WorkflowTemplate | undefined> {
  const own = await findDefined(db, partnerId, name);
  return own ? templateOf(own) : findTemplate(name);
}

/** The caller's template, or the platform's; 404 when there is none. */
export async function templateFromPath(
  { db }: Pick<Deps, 'db'>,
  call: Call,
  { slug: name }: { slug: string },
): Promise<WorkflowTemplate> {
  return getTemplateBySlug(db, partnerOf(call), name);
}

/** The same for a template whose slug comes from elsewhere than a path. */
export async function getTemplateBySlug(db: Db, partnerId: number, name: string): Promise<WorkflowTemplate> {
  const template = await findTemplateOf(db, partnerId, name);
  if (!template) throw notFound('Workflow template');
  return template;
}

/** A template of the caller's own; 404 when there is none of this slug, 403 when it is the platform's. */
export async function ownTemplate(
  { db }: Pick<Deps, 'db'>,
  call: Call,
  { slug: name }: { slug: string },
): Promise<DefinedTemplate> {
  const own = await findDefined(db, partnerOf(call), name);
  if (own) return own;
  if (findTemplate(name)) throw new AppError('FORBIDDEN', "The platform's own templates cannot be changed.");
  throw notFound('Workflow template');
}

/** The same by its id, for repeated requests. */
export async function createdTemplate({ db }: Pick<Deps, 'db'>, call: Call, id: number): Promise<PartnerTemplate> {
  const own = await findDefinedById(db, partnerOf(call), id);
  if (!own) throw notFound('Workflow template');
  return templateOf(own);
}
