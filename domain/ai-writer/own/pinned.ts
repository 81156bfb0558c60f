import { z } from 'zod';
import { CONTENT_TYPES } from '../../capabilities/types.ts';
import { getTemplate } from '../catalogue.ts';
import type { WriterTemplate } from '../types.ts';
import { namedTask, type OwnDefinition } from './definition.ts';

const pinned = z.object({
  id: z.int(),
  version: z.int(),
  name: z.string(),
  /** Names of the fields in their order, which JSON in the database does not keep. */
  fields: z.array(z.string()),
  brief: z.string(),
  task: z.string(),
  form: z.array(z.string()),
  output: z.object({
    content_type: z.enum(CONTENT_TYPES),
    is_list: z.boolean(),
    max_words: z.int().nullable(),
  }),
});

/** What a message, or an execution, needs of a partner's own template: changes of the template do not change it. */
export type PinnedTemplate = z.output<typeof pinned>;

/** Entry of an execution's context with its template. */
export const TEMPLATE_ENTRY = 'writer_template';

/** Copies what is needed of a template. */
export function pin({
  id,
  version,
  name,
  definition,
}: Pick<PinnedTemplate, 'id' | 'version' | 'name'> & { definition: OwnDefinition }): PinnedTemplate {
  const { fields, brief, task, form, output } = definition;
  return { id, version, name, fields: fields.map((field) => field.name), brief, task, form, output };
}

/** The template in an execution's context; throws where it has none. */
export function pinnedIn(context: Record<string, unknown>): PinnedTemplate {
  return pinned.parse(context[TEMPLATE_ENTRY]);
}

/** What prompts and saved texts take of a template. */
export type PromptTemplate = Pick<WriterTemplate, 'name' | 'brief' | 'task' | 'form' | 'output'>;

/** Which template an order names. */
export interface TemplateOfOrder {
  post_type: string;
  /** Of the partner's own; null: one of the platform's. */
  template: PinnedTemplate | null;
}

/** The template of an order that was valid at creation. Throws when the platform has it no longer. */
export function templateOfOrder({ post_type, template }: TemplateOfOrder): PromptTemplate {
  if (template === null) return getTemplate(post_type);
  const { name, brief, task, form, output } = template;
  const { content_type: contentType, is_list: isList, max_words: maxWords } = output;
  return {
    name,
    brief,
    task: namedTask(task),
    form,
    output: { contentType, ...(isList && { isList }), ...(maxWords !== null && { maxWords }) },
  };
}
