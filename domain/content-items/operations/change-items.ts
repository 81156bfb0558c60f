import type { EntityManager } from 'typeorm';
import { actorName } from '../../kernel/call.ts';
import type { ChangeAction } from '../../kernel/change-events.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { requireSameMode } from '../../kernel/same-mode.ts';
import { isApprovalRequired } from '../approvals.ts';
import { boardChanged } from '../board-changes.ts';
import { copyRecords } from '../copy-records.ts';
import { requireRoomForItems } from '../room.ts';
import { type BulkAction, bulkItemsBody } from '../schema.ts';
import { type BoardItem, copyItems } from '../store.ts';
import { deleteItems, type ItemsOf, restoreItems } from '../trash-store.ts';

/** Result of a bulk change; `notFound` has the ids that name no item of the partner to which the action applies. */
export interface BulkChange {
  changed: BoardItem[];
  requested: number;
  notFound: number[];
}

interface Change {
  /** What happens to the items; each result names the item that was asked for. */
  apply: (
    em: EntityManager,
    now: Date,
    items: ItemsOf & { savedBy: string; needsReview: boolean },
  ) => Promise<(BoardItem & Partial<Copied>)[]>;
  /** Whether further items come onto the board. */
  adds: boolean;
  event: ChangeAction;
}

interface Copied {
  source_id: number;
}

const CHANGES: Readonly<Record<BulkAction, Change>> = {
  delete: { apply: deleteItems, adds: false, event: 'changed' },
  restore: { apply: restoreItems, adds: true, event: 'made' },
  duplicate: { apply: copyItems, adds: true, event: 'made' },
};

/** Deletes, restores or duplicates up to 100 items in one transaction. */
export const changeContentItems = operation({
  name: 'content_items.bulk',
  permission: 'manage_content',
  params: nothing,
  input: bulkItemsBody,
  async change(tx, { deps, call, input: { action, content_ids } }): Promise<BulkChange> {
    const ids = [...new Set(content_ids)];
    const partnerId = partnerOf(call);
    const { adds, apply } = CHANGES[action];
    if (adds) await requireRoomForItems(tx, deps, { partnerId, items: ids.length });
    const needsReview = await isApprovalRequired(tx.em, partnerId, 'ready');
    const changed = await apply(tx.em, tx.now, { partnerId, ids, savedBy: actorName(call.actor), needsReview });
    if (action !== 'duplicate') for (const item of changed) requireSameMode(call, item);
    await copyRecords(tx, deps, partnerId, changed);
    const found = new Set(changed.map(({ id, source_id }) => source_id ?? id));
    if (changed.length === 0) tx.unchanged();
    return { changed, requested: ids.length, notFound: ids.filter((id) => !found.has(id)) };
  },
  audit: ({ changed }, { input: { action } }) =>
    changed.map(({ id }) => ({ type: 'content_item', id, details: { action } })),
  changeEvent: ({ changed }, { call, input: { action } }) => {
    const ids = changed.map(({ id }) => id);
    return boardChanged(partnerOf(call), ids, CHANGES[action].event);
  },
});
