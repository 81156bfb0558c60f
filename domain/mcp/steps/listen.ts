import { z } from 'zod';
import { positionAfter } from '../../change-feed/rules.ts';
import { followChanges, readChanges } from '../../change-feed/store.ts';
import { recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { changeNotificationsOf, type NumberedChange, type Wants } from '../change-notifications.ts';

/** Begins to record a partner's changes for a client that listens; returns the number of the latest one. */
export const beginListening = step({
  name: 'mcp.begin_listening',
  input: z.object({ partnerId: recordId }),
  output: z.int(),
  run: ({ db, clock }, _call, { partnerId }) => followChanges(db, clock.now(), partnerId),
});

/** Reads a partner's changes after a position, those that a client listens to. */
export const readForListener = step({
  name: 'mcp.read_for_listener',
  input: z.object({
    partnerId: recordId,
    position: z.int().min(0),
    wants: z.custom<Wants>((value) => typeof value === 'function'),
  }),
  output: z.object({
    notifications: z.array(z.custom<NumberedChange>()),
    position: z.int(),
    /** Whether more can be read at once. */
    more: z.boolean(),
  }),
  async run({ db, clock }, _call, { partnerId, position, wants }) {
    const read = await readChanges(db, clock.now(), partnerId, position);
    const next = positionAfter(read, position);
    return {
      notifications: changeNotificationsOf(read, position, wants),
      position: next,
      more: next < read.sequence && next !== position,
    };
  },
});
