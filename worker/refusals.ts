import type { Counter } from 'prom-client';
import { systemCall } from '../domain/kernel/call.ts';
import type { Command } from '../domain/kernel/command.ts';
import type { Deps } from '../domain/kernel/deps.ts';
import type { Outbox } from '../infra/database/outbox.ts';
import type { WorkerContext } from './area.ts';
import { FLOWS } from './areas.ts';

/** Ends the row that a command is about; a repeat does nothing more. */
type EndRow = (deps: Deps, command: Command) => Promise<unknown>;

/** By kind of command. A cancel has no row to end: that ended before its run is to learn of it. */
const END_ROW = new Map<string, EndRow>(
  FLOWS.flatMap(({ contract, owner }): [string, EndRow][] => {
    if (!('command' in contract)) return [];
    const { command: kind, row, cancelledBy } = contract;
    const end: EndRow = async (deps, command) =>
      owner?.end(deps, { [row]: Reflect.get(command, row), rowKey: command.rowKey }, 'refused');
    return [[kind, end], ...(cancelledBy ? [[cancelledBy, async () => undefined] as [string, EndRow]] : [])];
  }),
);

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
    const endRow = END_ROW.get(command.kind);
    refusedTotal.inc({ kind: endRow ? command.kind : 'unknown' });
    if (endRow) await endRow(deps, command);
    else log.error({ outbox_id: id, command: command.kind }, 'a command of an unknown kind was parked');
    await deps.transaction(systemCall('relay'), (tx) => outbox.park(tx.em, id, tx.now, reason));
  };
}
