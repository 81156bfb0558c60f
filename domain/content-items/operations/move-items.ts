import { z } from 'zod';
import { resourceUpdated } from '../../kernel/change-notices.ts';
import { partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { bulkMoveBody } from '../schema.ts';
import { type MovedItem, moveItems as moveRows } from '../store.ts';

/** What became of a bulk move; ids that name no item of the partner are `notFound`. */
export interface BulkMove {
  moved: MovedItem[];
  requested: number;
  notFound: number[];
}

/** Moves up to 100 items in one transaction. */
export const bulkMove = operation({
  name: 'kanban.bulk_move',
  permission: 'manage_content',
  params: z.object({}),
  input: bulkMoveBody,
  run: (deps, call, { content_ids, status }): Promise<BulkMove> => {
    const ids = [...new Set(content_ids)];
    const partnerId = partnerOf(call);
    return deps.transaction(call, async (tx) => {
      const moved = await moveRows(tx.em, tx.now, partnerId, ids, status);
      const found = new Set(moved.map((item) => item.id));
      for (const item of moved) {
        tx.audit({
          type: 'content_item',
          id: item.id,
          details: { from: item.previous_status, to: status },
        });
        tx.announce(resourceUpdated(partnerId, 'content-items', item.id));
      }
      return { moved, requested: ids.length, notFound: ids.filter((id) => !found.has(id)) };
    });
  },
});
