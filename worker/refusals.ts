import type { Counter } from 'prom-client';
import { systemCall } from '../domain/kernel/call.ts';
import type { Command } from '../domain/kernel/command.ts';
import type { Deps } from '../domain/kernel/deps.ts';
import type { Outbox } from '../infra/database/outbox.ts';
import type { WorkerContext } from './area.ts';
import { JOBS } from './areas.ts';

interface RefusedJob {
  refused(deps: Deps, command: Command): Promise<unknown>;
}

/**
 * What happens to a command the engine will never take: its owner ends, then its row is parked. A process that dies in between
 * leaves the row to be refused again, which finds the owner ended. The owner of a command of an unknown kind, which another release
 * left, is not known either; the reconciler of the release that knows it finds it.
 */
export function createRefusals(
  { deps, log }: Pick<WorkerContext, 'deps' | 'log'>,
  outbox: Outbox<Command>,
  refusedTotal: Counter,
) {
  return async ({ id, command }: { id: number; command: Command }, reason: string): Promise<void> => {
    const job = JOBS[command.kind] as RefusedJob | undefined;
    refusedTotal.inc({ kind: job ? command.kind : 'unknown' });
    if (job) await job.refused(deps, command);
    else log.error({ outbox_id: id, command: command.kind }, 'a command of an unknown kind was parked');
    await deps.transaction(systemCall('relay'), (tx) => outbox.park(tx.em, id, tx.now, reason));
  };
}
