import type { z } from 'zod';
import type { Deps } from '../../kernel/deps.ts';
import { differs } from '../../kernel/differs.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import type { ErrorDetails } from '../../kernel/problems.ts';
import { definitionProblems, type OwnDefinition, unknownNames, withMaxima } from '../own/definition.ts';
import { ownTemplate, ownTemplateParams, updateTemplateBody } from '../own/schema.ts';
import { findTemplateRow, lockTemplateRow, updateOwnTemplate } from '../own/store.ts';
import type { WriterTemplateRow } from '../table.ts';

type UpdateBody = z.output<typeof updateTemplateBody>;

/** Changes a template of the partner's own. Messages that were made by it keep what they have copied. */
export const updateWriterTemplate = operation({
  name: 'ai_writer.update_template',
  permission: 'manage_content',
  params: ownTemplateParams,
  target: ownTemplate,
  input: updateTemplateBody,
  checkInput,
  lock: (tx, _call, { id }) => lockTemplateRow(tx.em, id),
  async change(tx, { input, target: { id } }): Promise<WriterTemplateRow> {
    const before = await lockTemplateRow(tx.em, id);
    if (!before) throw notFound('Template');
    const { name = before.name, description = before.description, category = before.category } = input;
    const content = { name, description, category, definition: merged(before.definition, input) };
    if (!differs(before, content)) {
      tx.unchanged();
      return before;
    }
    // Another change may have come between the check of the input and the lock.
    const problems = definitionProblems(content.definition);
    if (Object.keys(problems).length > 0) throw invalid(problems);
    await updateOwnTemplate(tx.em, tx.now, before, content);
    const after = await findTemplateRow(tx.em, id);
    if (!after) throw notFound('Template');
    return after;
  },
  audit: ({ id, version }, { input }) => ({
    type: 'writer_template',
    id,
    details: { version, fields: Object.keys(input) },
  }),
});

async function checkInput(_deps: Deps, raw: unknown, { definition }: WriterTemplateRow): Promise<ErrorDetails> {
  const { data } = updateTemplateBody.safeParse(raw);
  return {
    ...(data && definitionProblems(merged(definition, data))),
    ...unknownNames(raw, Object.keys(updateTemplateBody.shape)),
  };
}

/** What is sent of a definition, and what it has otherwise. */
function merged(before: OwnDefinition, given: UpdateBody): OwnDefinition {
  const { fields, brief = before.brief, task = before.task, form = before.form, output = before.output } = given;
  return { fields: fields ? withMaxima(fields) : before.fields, brief, task, form, output };
}
