import type { CommandKind, CommandOf } from '../domain/kernel/command.ts';
import type { EngineCommand } from '../infra/temporal/engine-command.ts';

/** What commands become on the engine, by kind; `publicUrl` is the origin of links for staff. */
export type EngineCommands<Kind extends CommandKind> = {
  [K in Kind]: (command: CommandOf<K>, publicUrl: string) => EngineCommand;
};

/** Temporal's priority keys, 1 first to 5 last. */
export const PRIORITY_KEYS = { urgent: 1, high: 2, normal: 3, low: 4 } as const;

/** Partners take turns in Temporal's queues where the cluster has fairness switched on. */
export function priorityOf(partnerId: number, priority: keyof typeof PRIORITY_KEYS = 'normal') {
  return { priorityKey: PRIORITY_KEYS[priority], fairnessKey: `partner-${partnerId}` };
}
