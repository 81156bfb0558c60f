import { z } from 'zod';
import { step } from '../../kernel/step.ts';
import { MAX_SUBSCRIPTIONS, PROTOCOL_VERSION, SESSION_ID_LENGTH, sessionKeyOf, sessionTopic } from '../rules.ts';
import { sessionInput } from '../schema.ts';
import {
  endSessionRow as endRow,
  endSurplusSessions,
  insertSession,
  setLogLevel as setRow,
  subscribe,
  touchSession,
  unsubscribe,
} from '../session-store.ts';
import { LOG_LEVELS } from '../table.ts';

/** Opens a session and returns the id for its client. The subject's sessions beyond the limit end, those unused for longest first. */
export const openSession = step({
  name: 'mcp.open_session',
  input: z.object({
    owner: z.object({ partnerId: z.int(), subject: z.string(), clientId: z.string() }),
    client: z.object({ name: z.string(), version: z.string() }),
  }),
  output: z.string(),
  async run({ db, clock, ids, notifications }, _call, { owner, client }) {
    const id = ids.base62(SESSION_ID_LENGTH);
    const session = {
      id: sessionKeyOf(id),
      partner_id: owner.partnerId,
      subject: owner.subject,
      client_id: owner.clientId,
      protocol_version: PROTOCOL_VERSION,
      client_name: client.name,
      client_version: client.version,
    };
    await insertSession(db, clock.now(), session);
    for (const other of await endSurplusSessions(db, clock.now(), session)) notifications.notify(sessionTopic(other));
    return id;
  },
});

/** Saves that a session is in use, and the position up to which it was notified of changes, if given. */
export const keepSession = step({
  name: 'mcp.keep_session',
  input: z.object({ session: z.object({ id: z.string(), partner_id: z.int() }), position: z.int().optional() }),
  output: z.void(),
  run: ({ db, clock }, _call, { session, position }) => touchSession(db, clock.now(), session, position ?? null),
});

/** Ends a session; its streams end, on every process. */
export const endSession = step({
  name: 'mcp.end_session',
  input: sessionInput,
  output: z.void(),
  async run({ db, clock, notifications }, _call, { sessionId }) {
    await endRow(db, clock.now(), sessionId);
    notifications.notify(sessionTopic(sessionId));
  },
});

/** Sets the lowest level of log messages that a session receives. */
export const setLogLevel = step({
  name: 'mcp.set_log_level',
  input: sessionInput.extend({ level: z.enum(LOG_LEVELS) }),
  output: z.void(),
  run: ({ db }, _call, { sessionId, level }) => setRow(db, sessionId, level),
});

const subscription = sessionInput.extend({ uri: z.string() });

/**
 * Notifies the session of changes to the resource from now on; false when it has reached the limit of subscriptions.
 */
export const subscribeSession = step({
  name: 'mcp.subscribe',
  input: subscription,
  output: z.boolean(),
  run: ({ db }, _call, { sessionId, uri }) => subscribe(db, sessionId, uri, MAX_SUBSCRIPTIONS),
});

/** Removes a subscription. */
export const unsubscribeSession = step({
  name: 'mcp.unsubscribe',
  input: subscription,
  output: z.void(),
  run: ({ db }, _call, { sessionId, uri }) => unsubscribe(db, sessionId, uri),
});
