import { followChanges } from '../../change-feed/store.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';

/** A followed board with the sequence number of its latest change. */
export interface WatchedBoard {
  partnerId: number;
  position: number;
}

/** Authorises a stream of the board and starts recording its changes. */
export const watchBoard = operation({
  name: 'kanban.watch',
  permission: 'view_content',
  params: nothing,
  input: nothing,
  // One statement without a transaction; it changes nothing that belongs in the audit log.
  run: async (deps, call): Promise<WatchedBoard> => {
    const partnerId = partnerOf(call);
    return { partnerId, position: await followChanges(deps.db, deps.clock.now(), partnerId) };
  },
});
