import { z } from 'zod';
import { positionAfter } from '../../change-feed/rules.ts';
import { followChanges, readChanges } from '../../change-feed/store.ts';
import { recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { changeNotificationsOf, type NumberedChange } from '../change-notifications.ts';

/** Begins to record a partner's changes for a client that listens; returns the number of the latest one. */
export const beginListening = step({
  name: 'mcp.begin_listening',
  input: z.object({ partnerId: recordId }),
  output: z.int(),
  run: ({ db, clock }, _call, { partnerId }) => followChanges(db, clock.now(), partnerId),
});

/** Reads a partner's changes after a position, of the kinds and resources that a client listens to. */
export const readForListener = step({
  name: 'mcp.read_for_listener',
  input: z.object({
    partnerId: recordId,
    position: z.int().min(0),
    scopes: z.custom<ReadonlySet<string>>((value) => value instanceof Set),
    subscriptions: z.array(z.string()),
  }),
  output: z.object({
    notifications: z.array(z.custom<NumberedChange>()),
    position: z.int(),
    /** Whether more can be read at once. */
    more: z.boolean(),
  }),
  async run({ db, clock }, _call, { partnerId, position, scopes, subscriptions }) {
    const read = await readChanges(db, clock.now(), partnerId, position);
    const next = positionAfter(read, position);
    return {
      notifications: changeNotificationsOf({ ...read, session: { subscriptions } }, position, scopes),
      position: next,
      more: next < read.sequence && next !== position,
    };
  },
});
