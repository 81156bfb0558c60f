import { actorName } from '../../kernel/call.ts';
import { notFound } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { isApprovalRequired } from '../approvals.ts';
import { boardChanged } from '../board-changes.ts';
import { copyRecords } from '../copy-records.ts';
import { requireWithinItemLimits } from '../limits.ts';
import { contentItemParams, ownListedItem, ownTaggedItem } from '../schema.ts';
import { copyItems, findContentItem } from '../store.ts';
import { type TaggedItem, withTagsOf } from '../tags.ts';

/** Creates a copy of an item in the same column; the copy belongs to no execution. */
export const duplicateContentItem = operation({
  name: 'content_items.duplicate',
  permission: 'manage_content',
  params: contentItemParams,
  target: ownListedItem,
  input: nothing,
  async change(tx, { deps, call, target: { id, partner_id: partnerId } }): Promise<TaggedItem> {
    await requireWithinItemLimits(tx, deps, { partnerId });
    const needsReview = await isApprovalRequired(tx.em, partnerId, 'ready');
    const copying = { partnerId, ids: [id], savedBy: actorName(call.actor), needsReview };
    const [copy] = await copyItems(tx.em, tx.now, copying);
    if (copy) await copyRecords(tx, deps, partnerId, [copy]);
    const created = copy && (await findContentItem(tx.em, copy.id));
    if (!created) throw notFound('Content item');
    return withTagsOf(tx.em, created);
  },
  audit: ({ id }, { target }) => ({ type: 'content_item', id, details: { copy_of: target.id } }),
  changeEvent: ({ id, partner_id }) => boardChanged(partner_id, [id], 'made'),
  recover: (deps, call, madeId) => ownTaggedItem(deps, call, { id: Number(madeId) }),
});
