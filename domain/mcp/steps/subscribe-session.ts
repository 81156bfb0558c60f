import { z } from 'zod';
import { step } from '../../kernel/step.ts';
import { MAX_SUBSCRIPTIONS } from '../rules.ts';
import { sessionInput } from '../schema.ts';
import { subscribe, unsubscribe } from '../session-store.ts';

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
