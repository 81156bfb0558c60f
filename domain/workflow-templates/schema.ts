import { z } from 'zod';
import { executeBody } from '../executions/schema.ts';
import { jsonObject, looseText, pageQuery } from '../kernel/schema.ts';
import { TEMPLATE_CATEGORY_NAMES } from './types.ts';

/** Path of one template. */
export const templateParams = z.object({
  slug: z.string().min(1).max(64).describe('Slug of a template, such as `product_launch_campaign`.'),
});

/** Query of the list. */
export const listTemplatesQuery = z.object({
  category: z.enum(TEMPLATE_CATEGORY_NAMES).optional().describe('Only templates of this category.'),
  ...pageQuery(),
});

/** Body of validate; what is wrong with `input` is the answer, not an error. */
export const validateTemplateBody = z.object({
  input: jsonObject().prefault({}).describe("Input of the template; its form is the template's `input_schema`."),
});

/** Body of execute; a template narrows `input` to its own. */
export const executeTemplateBody = executeBody.omit({ settings: true }).extend({
  input: jsonObject().prefault({}).describe("Input of the template; its form is the template's `input_schema`."),
});

/** Body of suggest. */
export const suggestTemplateBody = z.object({
  use_case: looseText(2_000).describe('What is to be achieved, in a sentence or some.'),
});
