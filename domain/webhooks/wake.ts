import type { Call } from '../kernel/call.ts';
import type { Tx } from '../kernel/deps.ts';
import { SKIP_BATCH_SIZE, skipInactive } from './drain-store.ts';
import { markBusy } from './publish-store.ts';
import { endpointTopic } from './rules.ts';
import { wakeCommand } from './wake-command.ts';

/** Sees to it that somebody drains the endpoint once the transaction has committed. */
export async function wakeEndpoint(tx: Tx, call: Call, endpointId: number): Promise<void> {
  const [woken] = await markBusy(tx.em, [endpointId]);
  tx.notify(endpointTopic(endpointId));
  if (woken) tx.enqueue(wakeCommand(woken, call.requestId));
}

/** Puts aside what waits for an endpoint that the transaction has switched off; a drain does what is more than a batch. */
export async function skipWaiting(tx: Tx, call: Call, endpointId: number): Promise<void> {
  const skipped = await skipInactive(tx.em, tx.now, endpointId);
  if (skipped === SKIP_BATCH_SIZE) await wakeEndpoint(tx, call, endpointId);
}
