import type { Counter } from 'prom-client';
import { systemCall } from '../domain/kernel/call.ts';
import type { Command } from '../domain/kernel/command.ts';
import type { Outbox } from '../infra/database/outbox.ts';
import { isKnownCommand, rowIdOf } from '../workflows/contracts.ts';
import type { WorkerContext } from './area.ts';
import { OWNED_FLOWS } from './owned-flows.ts';

/** By the command that starts them. A cancel has no row to end: the row ended before the command was enqueued. */
const STARTED_BY = new Map<string, (typeof OWNED_FLOWS)[number]>(
  OWNED_FLOWS.map((flow) => [flow.contract.command, flow]),
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
    const { kind, rowKey } = command;
    const isKnown = isKnownCommand(kind);
    refusedTotal.inc({ kind: isKnown ? kind : 'unknown' });
    if (!isKnown) log.error({ outbox_id: id, command: kind }, 'a command of an unknown kind was parked');
    const owned = STARTED_BY.get(kind);
    await owned?.end(deps, { id: rowIdOf(owned.contract, command), rowKey }, 'refused');
    await deps.transaction(systemCall('relay'), (tx) => outbox.park(tx.em, id, tx.now, reason));
  };
}
