import { notFound } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { ownTemplate, ownTemplateParams } from '../own/schema.ts';
import { deleteOwnTemplate, lockTemplateRow } from '../own/store.ts';

/** Deletes a template of the partner's own. Messages that were made by it stay, and are written as before. */
export const deleteWriterTemplate = operation({
  name: 'ai_writer.delete_template',
  permission: 'manage_content',
  params: ownTemplateParams,
  target: ownTemplate,
  input: nothing,
  lock: (tx, _call, { id }) => lockTemplateRow(tx.em, id),
  async change(tx, { target: { id } }): Promise<void> {
    const locked = await lockTemplateRow(tx.em, id);
    if (!locked) throw notFound('Template');
    await deleteOwnTemplate(tx.em, locked);
  },
  audit: (_output, { target: { id, slug } }) => ({ type: 'writer_template', id, details: { slug } }),
});
