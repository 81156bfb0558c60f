import { z } from 'zod';
import { isGap, positionAfter } from '../../change-feed/rules.ts';
import { readChanges } from '../../change-feed/store.ts';
import { CHANGE_ACTIONS, resourceUri } from '../../kernel/change-events.ts';
import { recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { type BoardItem, findBoardItems } from '../store.ts';

const PREFIX = resourceUri('content-items', '');

/** What became of an item of the board. */
const change = z.object({
  /** Number of the change. */
  sequence: z.int(),
  action: z.enum(CHANGE_ACTIONS),
  /** The item as it is now. */
  item: z.custom<BoardItem>(),
});

/** What has happened on a partner's board since a position; for streams, whose right to it an operation has checked. */
export const readBoardChanges = step({
  name: 'kanban.read_changes',
  input: z.object({ partnerId: recordId, position: z.int().min(0) }),
  output: z.object({
    changes: z.array(change),
    position: z.int(),
    /** Whether there is more to be read at once. */
    more: z.boolean(),
    /** Whether changes are missing, so that the board has to be read anew. */
    missed: z.boolean(),
  }),
  async run({ db, clock }, _call, { partnerId, position }) {
    const read = await readChanges(db, clock.now(), partnerId, position);
    // Of a database that was restored since, or made up.
    const isAhead = position > read.sequence;
    const next = isAhead ? read.sequence : positionAfter(read, position);
    const named = read.changes.flatMap((each) =>
      each.uri?.startsWith(PREFIX) ? [{ ...each, id: Number(each.uri.slice(PREFIX.length)) }] : [],
    );
    const items = await findBoardItems(db, partnerId, [...new Set(named.map(({ id }) => id))]);
    const byId = new Map(items.map((item) => [item.id, item]));
    return {
      changes: named.flatMap(({ sequence, action, id }) => {
        const item = byId.get(id);
        return item ? [{ sequence, action: action ?? 'changed', item }] : [];
      }),
      position: next,
      more: next < read.sequence,
      missed: isAhead || isGap(read, position),
    };
  },
});
