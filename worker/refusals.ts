import type { Counter } from 'prom-client';
import { systemCall } from '../domain/kernel/call.ts';
import type { Command } from '../domain/kernel/command.ts';
import type { Deps } from '../domain/kernel/deps.ts';
import type { Outbox } from '../infra/database/outbox.ts';
import { JOBS } from './areas.ts';

/**
 * What happens to a command the engine will never take: its owner ends, then its row is parked. A process that dies in between
 * leaves the row to be refused again, which finds the owner ended.
 */
export function createRefusals(deps: Deps, outbox: Outbox<Command>, refusedTotal: Counter) {
  return async ({ id, command }: { id: number; command: Command }, reason: string): Promise<void> => {
    refusedTotal.inc({ kind: command.kind });
    const { refused } = JOBS[command.kind] as { refused(deps: Deps, command: Command): Promise<unknown> };
    await refused(deps, command);
    await deps.transaction(systemCall('relay'), (tx) => outbox.park(tx.em, id, tx.now, reason));
  };
}
