import type { Tx } from '../kernel/deps.ts';
import { SKIP_BATCH_SIZE, skipInactive } from './drain-store.ts';
import { markDue } from './publish-store.ts';
import { endpointTopic, WOKEN_TOPIC } from './rules.ts';

/** Sees to it that somebody drains the endpoint once the transaction has committed. */
export async function wakeEndpoint(tx: Tx, endpointId: number): Promise<void> {
  await markDue(tx.em, tx.now, [endpointId]);
  tx.notify(endpointTopic(endpointId));
  tx.notify(WOKEN_TOPIC);
}

/** Puts aside what waits for an endpoint that the transaction has switched off; a drain does what is more than a batch. */
export async function skipWaiting(tx: Tx, endpointId: number): Promise<void> {
  const skipped = await skipInactive(tx.em, tx.now, endpointId);
  if (skipped === SKIP_BATCH_SIZE) await wakeEndpoint(tx, endpointId);
}
