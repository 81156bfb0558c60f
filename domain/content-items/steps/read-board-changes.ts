import { z } from 'zod';
import { isGap, positionAfter } from '../../change-feed/rules.ts';
import { readChanges } from '../../change-feed/store.ts';
import { CARDS_URI, CHANGE_ACTIONS, resourceUri } from '../../kernel/change-events.ts';
import { recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { type BoardItem, findStoredItems } from '../store.ts';
import { type WithTags, withTags } from '../tags.ts';

const PREFIX = resourceUri('content-items', '');

/** A change of an item on the board. */
const change = z.object({
  /** Sequence number of the change. */
  sequence: z.int(),
  action: z.enum(CHANGE_ACTIONS),
  /** The present item. */
  item: z.custom<BoardItem & WithTags>(),
});

/** Reads the changes of a partner's board after a position, for streams that an operation has authorised. */
export const readBoardChanges = step({
  name: 'kanban.read_changes',
  input: z.object({ partnerId: recordId, position: z.int().min(0) }),
  output: z.object({
    changes: z.array(change),
    position: z.int(),
    /** Whether more changes can be read at once. */
    more: z.boolean(),
    /** Whether changes are missing or concern many cards, so that the client must reload the board. */
    missed: z.boolean(),
  }),
  async run({ db, clock }, _call, { partnerId, position }) {
    const read = await readChanges(db, clock.now(), partnerId, position);
    // The position is invented or from before a database restore.
    const isAhead = position > read.sequence;
    const next = isAhead ? read.sequence : positionAfter(read, position);
    const named = read.changes.flatMap((each) =>
      each.uri?.startsWith(PREFIX) ? [{ ...each, id: Number(each.uri.slice(PREFIX.length)) }] : [],
    );
    // What somebody types on has changed many times, and is now as it is. Each move is an event of its own.
    const edits = named.filter(({ action }) => action === 'changed');
    const lastEdits = new Map(edits.map(({ id, sequence }) => [id, sequence]));
    const items = await findStoredItems(db, partnerId, [...new Set(named.map(({ id }) => id))]);
    const byId = new Map((await withTags(db, items)).map((item) => [item.id, item]));
    return {
      changes: named.flatMap(({ sequence, action, id }) => {
        const item = byId.get(id);
        const isOutdated = action === 'changed' && lastEdits.get(id) !== sequence;
        return item && !isOutdated ? [{ sequence, action: action ?? 'changed', item }] : [];
      }),
      position: next,
      more: next < read.sequence,
      missed: isAhead || isGap(read, position) || read.changes.some(({ uri }) => uri === CARDS_URI),
    };
  },
});
