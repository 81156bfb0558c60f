import { z } from 'zod';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { ownedBy } from '../../kernel/ownership.ts';
import { line, looseText, pageQuery, recordId, resettable } from '../../kernel/schema.ts';
import { SLUG, SLUG_FORM } from '../schema.ts';
import type { WriterTemplateRow } from '../table.ts';
import { TEMPLATE_CATEGORIES } from '../types.ts';
import { definitionFields } from './definition.ts';
import { isReserved } from './slug.ts';
import { findTemplateRow } from './store.ts';

const head = {
  name: line(120).describe('Title of the template in lists.'),
  description: looseText(1_000).describe('Description of what it writes.'),
  category: z.enum(TEMPLATE_CATEGORIES).describe('Use of its texts.'),
};

/** Body of a new template. */
export const createTemplateBody = z.object({
  slug: z
    .string('Must be a string.')
    .regex(SLUG, SLUG_FORM)
    .refine((slug) => !isReserved(slug), 'Must not be the slug of one of the platform’s templates.')
    .optional()
    .describe('Identifies it as `post_type`; immutable. Derived from the name by default.'),
  ...head,
  description: head.description.default(''),
  ...definitionFields,
  form: definitionFields.form.default([]),
});

/** Body of an update; absent parts keep their values, lists and `output` are replaced. */
export const updateTemplateBody = z.object({
  name: head.name.optional(),
  description: resettable(head.description, '').describe('Description of what it writes; null clears it.'),
  category: head.category.optional(),
  fields: definitionFields.fields.optional(),
  brief: definitionFields.brief.optional(),
  task: definitionFields.task.optional(),
  form: resettable(definitionFields.form, []),
  output: definitionFields.output.optional(),
});

/** Path of a template. */
export const ownTemplateParams = z.object({ id: recordId.describe('Id of a template of your own.') });

export const listOwnTemplatesQuery = z.object(pageQuery());

/** The caller's own template; 404 when there is none, 403 when it is another partner's. */
export async function ownTemplate(
  { db }: Pick<Deps, 'db'>,
  call: Call,
  { id }: { id: number },
): Promise<WriterTemplateRow> {
  return ownedBy(call, 'Template', await findTemplateRow(db, id), ({ partner_id }) => partner_id);
}
