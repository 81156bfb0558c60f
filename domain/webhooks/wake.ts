import type { Tx } from '../kernel/deps.ts';
import { SKIP_BATCH_SIZE, skipInactive } from './drain-store.ts';
import { markDue } from './publish-store.ts';
import { endpointTopic, WOKEN_TOPIC } from './rules.ts';

/** Ensures that the endpoint is drained after the commit. */
export async function wakeEndpoint(tx: Tx, endpointId: number): Promise<void> {
  await markDue(tx.em, tx.now, [endpointId]);
  tx.notify(endpointTopic(endpointId));
  tx.notify(WOKEN_TOPIC);
}

/**
 * Skips pending deliveries of an endpoint that the transaction has switched off; a drain skips those beyond one batch.
 */
export async function skipWaiting(tx: Tx, endpointId: number): Promise<void> {
  const skipped = await skipInactive(tx.em, tx.now, endpointId);
  if (skipped === SKIP_BATCH_SIZE) await wakeEndpoint(tx, endpointId);
}
