import { actorName, isSandbox } from '../../kernel/call.ts';
import { notFound } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { approvalMissing, isApprovalRequired } from '../approvals.ts';
import { boardChanged } from '../board-changes.ts';
import { requireWithinItemLimits } from '../limits.ts';
import { notifyOfPlan } from '../notify-of-item.ts';
import { namedPeople, requirePeople } from '../people.ts';
import { createItemBody, ownTaggedItem } from '../schema.ts';
import { findContentItem, insertText } from '../store.ts';
import { replaceTags, type TaggedItem, withTagsOf } from '../tags.ts';

/** Creates an item on the board with a text that was written by hand. */
export const createContentItem = operation({
  name: 'content_items.create',
  permission: 'manage_content',
  params: nothing,
  references: namedPeople,
  input: createItemBody,
  async change(tx, { deps, call, input }): Promise<TaggedItem> {
    const partnerId = partnerOf(call);
    const { status, assignee_id = null, reviewer_id = null, due_at = null, tags = [], ...draft } = input;
    await requirePeople(tx.em, call, input);
    if (await isApprovalRequired(tx.em, partnerId, status)) throw approvalMissing();
    await requireWithinItemLimits(tx, deps, { partnerId });
    const place = {
      partnerId,
      kanbanStatus: status,
      sandbox: isSandbox(call),
      savedBy: actorName(call.actor),
      plan: { assignee_id, reviewer_id, due_at },
    };
    const id = await insertText(tx.em, tx.now, place, draft);
    const created = await findContentItem(tx.em, id);
    if (!created) throw notFound('Content item');
    if (tags.length > 0) await replaceTags(tx, deps, created, tags);
    notifyOfPlan(tx, call, created);
    return withTagsOf(tx.em, created);
  },
  audit: ({ id }) => ({ type: 'content_item', id }),
  changeEvent: ({ id, partner_id }) => boardChanged(partner_id, [id], 'made'),
  recover: (deps, call, madeId) => ownTaggedItem(deps, call, { id: Number(madeId) }),
});
