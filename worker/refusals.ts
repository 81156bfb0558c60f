import type { Counter } from 'prom-client';
import { systemCall } from '../domain/kernel/call.ts';
import type { Command } from '../domain/kernel/command.ts';
import type { Deps } from '../domain/kernel/deps.ts';
import type { Outbox } from '../infra/database/outbox.ts';
import type { WorkerContext } from './area.ts';
import { FLOWS } from './areas.ts';

/** Ends the row of a command; repeating it has no further effect. */
type EndRow = (deps: Deps, command: Command) => Promise<unknown>;

/** By kind of command. A cancel has no row to end: the row ended before the command was enqueued. */
const END_ROW = new Map<string, EndRow>(
  FLOWS.flatMap(({ contract, owner }): [string, EndRow][] => {
    if (!('command' in contract)) return [];
    const { command: kind, row, cancelledBy } = contract;
    const end: EndRow = async (deps, command) =>
      'none' in owner
        ? undefined
        : owner.end(deps, { [row]: Reflect.get(command, row), rowKey: command.rowKey }, 'refused');
    return [[kind, end], ...(cancelledBy ? [[cancelledBy, async () => undefined] as [string, EndRow]] : [])];
  }),
);

/**
 * Handles a command that the engine will never accept: ends its owner, then parks the outbox row. If the process dies
 * in between, the command is refused again and finds the owner ended. For a command of an unknown kind, from another
 * release, the owner is unknown, too; the reconciler of the release that knows the kind finds it.
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
