import { z } from 'zod';
import { executeBody } from '../executions/operations/execute-capability.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { notFound } from '../kernel/errors.ts';
import { jsonObject, looseText, pageQuery } from '../kernel/schema.ts';
import { findTemplate } from './catalogue/index.ts';
import { TEMPLATE_CATEGORY_NAMES, type WorkflowTemplate } from './types.ts';

export const templateParams = z.object({
  slug: z.string().min(1).max(64).describe('Slug of a template, such as `product_launch_campaign`.'),
});

export const listTemplatesQuery = z.object({
  category: z.enum(TEMPLATE_CATEGORY_NAMES).optional().describe('Only templates of this category.'),
  ...pageQuery(),
});

/** Body of validate; errors in `input` are part of the response. */
export const validateTemplateBody = z.object({
  input: jsonObject().prefault({}).describe("Input of the template; its form is the template's `input_schema`."),
});

/** Body of execute; each template restricts `input` to its own fields. */
export const executeTemplateBody = executeBody.omit({ settings: true }).extend({
  input: jsonObject().prefault({}).describe("Input of the template; its form is the template's `input_schema`."),
});

export const suggestTemplateBody = z.object({
  use_case: looseText(2_000).describe('What is to be achieved, in a sentence or some.'),
});

/** The template of the catalogue; 404 when there is none. */
export async function templateFromPath(
  _deps: Deps,
  _call: Call,
  { slug }: { slug: string },
): Promise<WorkflowTemplate> {
  return getTemplateBySlug(slug);
}

/** The same for a template whose slug comes from elsewhere than a path. */
export function getTemplateBySlug(slug: string): WorkflowTemplate {
  const template = findTemplate(slug);
  if (!template) throw notFound('Workflow template');
  return template;
}
