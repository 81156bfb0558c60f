import { actorName } from '../../kernel/call.ts';
import { resourceUpdated } from '../../kernel/change-events.ts';
import { notFound } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { requireSameMode } from '../../kernel/same-mode.ts';
import { isApproved, peopleOfApproval, requireMayApprove } from '../approvals.ts';
import { notifyOfItem } from '../notify-of-item.ts';
import { approveBody, contentItemParams, ownListedItem, requireVersion } from '../schema.ts';
import { lockContentItem, lockStoredItem, saveApproval } from '../store.ts';
import { type TaggedItem, withTagsOf } from '../tags.ts';
import { keepVersion } from '../version-store.ts';

/** Approves the text of an item as it is now; nothing changes where it is approved. An edit takes the approval back. */
export const approveItem = operation({
  name: 'content_items.approve',
  permission: 'manage_content',
  params: contentItemParams,
  target: ownListedItem,
  input: approveBody,
  prepare: async (_deps, call, _input, item) => requireSameMode(call, item),
  async change(tx, { call, input, target }): Promise<TaggedItem> {
    const item = await lockContentItem(tx.em, target.id);
    if (!item) throw notFound('Content item');
    requireVersion(item, input.version);
    await requireMayApprove(tx.em, call.actor, item);
    if (isApproved(item)) {
      tx.unchanged();
      return withTagsOf(tx.em, item);
    }
    const approval = { approved_version: item.version, approved_by: actorName(call.actor), approved_at: tx.now };
    await saveApproval(tx.em, tx.now, item.id, approval);
    await keepVersion(tx.em, item);
    notifyOfItem(tx, call, item, 'content_approved', await peopleOfApproval(tx.em, item));
    tx.publish({
      partnerId: item.partner_id,
      type: 'content.approved',
      data: {
        content_item_id: item.id,
        version: item.version,
        approved_by: approval.approved_by,
        ...(item.sandbox && { sandbox: true }),
      },
    });
    return withTagsOf(tx.em, { ...item, ...approval, updated_at: tx.now });
  },
  audit: ({ id, version }) => ({ type: 'content_item', id, details: { version } }),
  changeEvent: ({ partner_id, id }) => resourceUpdated(partner_id, 'content-items', id),
});

/** Takes the approval of an item back; nothing changes where there is none. */
export const withdrawApproval = operation({
  name: 'content_items.withdraw_approval',
  permission: 'manage_content',
  params: contentItemParams,
  target: ownListedItem,
  input: nothing,
  prepare: async (_deps, call, _input, item) => requireSameMode(call, item),
  async change(tx, { target: { id } }): Promise<void> {
    const item = await lockStoredItem(tx.em, id);
    if (!item?.settled_at) throw notFound('Content item');
    if (!isApproved(item)) tx.unchanged();
    else await saveApproval(tx.em, tx.now, id, { approved_version: null, approved_by: null, approved_at: null });
  },
  audit: (_output, { target: { id, version } }) => ({ type: 'content_item', id, details: { version } }),
  changeEvent: (_output, { target: { partner_id, id } }) => resourceUpdated(partner_id, 'content-items', id),
});
