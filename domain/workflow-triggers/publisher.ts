import type { PublishedEvent } from '../../infra/database/port.ts';
import type { Tx } from '../kernel/deps.ts';
import { insertFirings } from './firing-store.ts';

declare module '../kernel/command.ts' {
  interface Commands {
    /** Runs an occurrence created by an event. */
    'trigger.fire': { firingId: number; rowKey: string; triggerId: number; partnerId: number };
  }
}

/**
 * Creates an occurrence for each trigger that an event matches, in the transaction of the event; each has its own
 * workflow.
 */
export async function addFirings(tx: Tx, events: readonly PublishedEvent[]): Promise<void> {
  for (const { id, row_key, trigger_id, partner_id } of await insertFirings(tx.em, tx.now, events)) {
    tx.enqueue({ kind: 'trigger.fire', firingId: id, rowKey: row_key, triggerId: trigger_id, partnerId: partner_id });
  }
}
