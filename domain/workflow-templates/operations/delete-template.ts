import { notFound } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { ownTemplate, templateParams } from '../schema.ts';
import { deleteTemplateRow, lockDefined } from '../store.ts';

/**
 * Deletes a template of the partner's own with its versions. Executions go on, and can be retried, by the plans that they have.
 * Throws CONFLICT while a trigger executes it.
 */
export const deleteTemplate = operation({
  name: 'workflow_templates.delete',
  permission: 'manage_content',
  params: templateParams,
  target: ownTemplate,
  input: nothing,
  lock: (tx, _call, { id, partner_id }) => lockDefined(tx.em, partner_id, id),
  async change(tx, { deps, target: { id, partner_id: partnerId, slug } }): Promise<void> {
    // Whoever names it in a trigger holds it, so none comes after this lock.
    if (!(await lockDefined(tx.em, partnerId, id))) throw notFound('Workflow template');
    for (const requireUnused of deps.capabilities.templateDeleting) await requireUnused(tx, { partnerId, slug });
    await deleteTemplateRow(tx.em, id);
  },
  audit: (_output, { target: { id, slug } }) => ({ type: 'workflow_template', id, details: { slug } }),
});
