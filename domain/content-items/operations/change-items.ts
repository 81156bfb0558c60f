import type { EntityManager } from 'typeorm';
import { actorName, type Call } from '../../kernel/call.ts';
import type { ChangeAction } from '../../kernel/change-events.ts';
import type { Deps, Tx } from '../../kernel/deps.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { requireSameMode } from '../../kernel/same-mode.ts';
import { isApprovalRequired } from '../approvals.ts';
import { boardChanged } from '../board-changes.ts';
import { copyRecords } from '../copy-records.ts';
import { requireWithinItemLimits } from '../limits.ts';
import { type BulkAction, bulkItemsBody, isTagging } from '../schema.ts';
import { type BoardItem, copyItems } from '../store.ts';
import { type WithTags, withTags } from '../tags.ts';
import { deleteItems, type ItemsOf, lockDeletedItems, restoreItems } from '../trash-store.ts';
import { tagItems } from './tag-items.ts';

/** Result of a bulk change; `notFound` has the ids that name no item of the partner to which the action applies. */
export interface BulkChange {
  changed: (BoardItem & WithTags)[];
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
  /** Locks items before the limits, as whoever changes one of them does, and returns those that stay concerned. */
  lock?: (em: EntityManager, items: ItemsOf) => Promise<number[]>;
}

interface Copied {
  source_id: number;
}

const CHANGES: Readonly<Record<Exclude<BulkAction, 'tag' | 'untag'>, Change>> = {
  delete: { apply: deleteItems, adds: false },
  restore: { apply: restoreItems, adds: true, lock: lockDeletedItems },
  duplicate: { apply: copyItems, adds: true },
};

/** How each action shows on the board. */
const EVENTS: Readonly<Record<BulkAction, ChangeAction>> = {
  delete: 'changed',
  restore: 'made',
  duplicate: 'made',
  tag: 'changed',
  untag: 'changed',
};

/** Deletes, restores, duplicates or tags up to 100 items in one transaction. */
export const changeContentItems = operation({
  name: 'content_items.bulk',
  permission: 'manage_content',
  params: nothing,
  input: bulkItemsBody,
  async change(tx, { deps, call, input: { action, content_ids, tags = [] } }): Promise<BulkChange> {
    const items = { partnerId: partnerOf(call), ids: [...new Set(content_ids)] };
    const { changed, found } = isTagging(action)
      ? await tagItems(tx, deps, call, { ...items, action, tags })
      : await changeItems(tx, deps, call, { ...items, action });
    if (changed.length === 0) tx.unchanged();
    const known = new Set(found);
    return {
      changed: await withTags(tx.em, changed),
      requested: items.ids.length,
      notFound: items.ids.filter((id) => !known.has(id)),
    };
  },
  audit: ({ changed }, { input: { action, tags } }) =>
    changed.map(({ id }) => ({ type: 'content_item', id, details: { action, ...(tags && { tags }) } })),
  changeEvent: ({ changed }, { call, input: { action } }) => {
    const ids = changed.map(({ id }) => id);
    return boardChanged(partnerOf(call), ids, EVENTS[action]);
  },
});

async function changeItems(
  tx: Tx,
  deps: Deps,
  call: Call,
  { action, partnerId, ids: named }: ItemsOf & { action: keyof typeof CHANGES },
) {
  const { adds, apply, lock } = CHANGES[action];
  const ids = lock ? await lock(tx.em, { partnerId, ids: named }) : named;
  if (adds) await requireWithinItemLimits(tx, deps, { partnerId, items: ids.length });
  const needsReview = await isApprovalRequired(tx.em, partnerId, 'ready');
  const changed = await apply(tx.em, tx.now, { partnerId, ids, savedBy: actorName(call.actor), needsReview });
  if (action !== 'duplicate') for (const item of changed) requireSameMode(call, item);
  await copyRecords(tx, deps, partnerId, changed);
  return { changed, found: changed.map(({ id, source_id }) => source_id ?? id) };
}
