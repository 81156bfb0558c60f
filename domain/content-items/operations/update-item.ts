import type { z } from 'zod';
import { actorName } from '../../kernel/call.ts';
import { resourceUpdated } from '../../kernel/change-events.ts';
import type { Deps, Tx } from '../../kernel/deps.ts';
import { differs } from '../../kernel/differs.ts';
import { notFound } from '../../kernel/errors.ts';
import { requireWithinLimit } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import { requireSameMode } from '../../kernel/same-mode.ts';
import { requireOpenToAutosave } from '../approvals.ts';
import { notifyOfPlan } from '../notify-of-item.ts';
import { namedPeople, requirePeople } from '../people.ts';
import { contentItemParams, ownContentItem, requireVersion, updateBody } from '../schema.ts';
import { type ContentChange, type EditedItem, lockContentItem, updateItem, updatePlan } from '../store.ts';
import type { ContentItemRow } from '../table.ts';
import { replaceTags, type TaggedItem, withTagsOf } from '../tags.ts';
import { keepVersion, sumTextBytes } from '../version-store.ts';

/**
 * Updates an item; of title and text the earlier ones stay as a version. What somebody types on is in the audit log once for each
 * version of it that stays. Who works on an item and its tags are no part of the text.
 */
export const updateContentItem = operation({
  name: 'content_items.edit',
  permission: 'manage_content',
  params: contentItemParams,
  target: ownContentItem,
  references: namedPeople,
  input: updateBody,
  prepare: async (_deps, call, _input, item) => requireSameMode(call, item),
  lock: (tx, _call, { id }) => lockContentItem(tx.em, id),
  async change(tx, { deps, call, input, target }): Promise<TaggedItem & Partial<EditedItem>> {
    await requirePeople(tx.em, call, input);
    const item = await lockContentItem(tx.em, target.id);
    if (!item) throw notFound('Content item');
    requireVersion(item, input.version);
    const text = { title: input.title ?? item.title, body: input.body ?? item.body };
    const isRewritten = differs(item, text);
    if (input.autosave && isRewritten) requireOpenToAutosave(item);
    const saved = { editedBy: actorName(call.actor), isAutosave: input.autosave };
    const planned = isRewritten ? await rewrite(tx, deps, item, text, saved) : item;
    // Who saves what was autosaved wants it to stay as a version.
    if (!input.autosave && !isRewritten && (input.title ?? input.body) !== undefined) await keepVersion(tx.em, item);
    const plan = planOf(item, input);
    const isTagged = input.tags !== undefined && (await replaceTags(tx, deps, item, input.tags));
    if (isTagged || differs(item, plan)) {
      notifyOfPlan(tx, call, { ...planned, ...plan }, item);
      return withTagsOf(tx.em, await updatePlan(tx.em, tx.now, item.id, plan));
    }
    if (!isRewritten) tx.unchanged();
    return withTagsOf(tx.em, planned);
  },
  audit({ id, version, replaces = false }, { input: { version: _version, autosave, ...input } }) {
    if (replaces) return [];
    return {
      type: 'content_item',
      id,
      details: { version, fields: Object.keys(input), ...(autosave && { autosave }) },
    };
  },
  changeEvent: ({ partner_id, id }) => resourceUpdated(partner_id, 'content-items', id),
});

async function rewrite(
  tx: Tx,
  deps: Deps,
  item: ContentItemRow,
  text: ContentChange,
  saved: Parameters<typeof updateItem>[4],
): Promise<EditedItem> {
  const { id, partner_id: partnerId } = item;
  // Events of the schedule before the limits, as whoever changes a series of them does.
  if (text.title !== item.title) {
    const renamed = { id, partnerId, from: item.title, to: text.title };
    for (const rename of deps.capabilities.itemRenamed) await rename(tx, renamed);
  }
  await requireWithinLimit(tx.em, deps.limits, 'text_bytes', {
    partnerId,
    count: () => sumTextBytes(tx.em, partnerId),
  });
  const updated = await updateItem(tx.em, tx.now, item, text, saved);
  // Else the audit log's entry says it.
  if (updated.replaces) tx.made({ type: 'content_item', id });
  if (text.body !== item.body) {
    const rewritten = { id, partnerId, before: item.body, after: text.body };
    for (const adapt of deps.capabilities.itemRewritten) await adapt(tx, rewritten);
  }
  return updated;
}

function planOf(item: ContentItemRow, input: z.output<typeof updateBody>) {
  const { assignee_id = item.assignee_id, reviewer_id = item.reviewer_id, due_at = item.due_at } = input;
  return { assignee_id, reviewer_id, due_at };
}
