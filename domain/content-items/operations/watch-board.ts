import { followChanges } from '../../change-feed/store.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';

/** A board that is followed, and the number of its latest change. */
export interface WatchedBoard {
  partnerId: number;
  position: number;
}

/** Permission to follow the board; from then on its changes are written down. */
export const watchBoard = operation({
  name: 'kanban.watch',
  permission: 'view_content',
  params: nothing,
  input: nothing,
  // No transaction of its own: one statement, which changes nothing that the audit log would name.
  run: async (deps, call): Promise<WatchedBoard> => {
    const partnerId = partnerOf(call);
    return { partnerId, position: await followChanges(deps.db, deps.clock.now(), partnerId) };
  },
});
