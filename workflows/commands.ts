import type { Command, CommandKind, CommandOf } from '../domain/kernel/command.ts';

/** A run as staff see it, and what the workflow is started with. */
interface Run<Input> {
  input: Input;
  /** Shown in the Web UI beside the run; no partner text. */
  memo: Record<string, unknown>;
  /** Keyword search attributes. */
  keywords: Record<string, string>;
  summary: string;
  details: string;
  priority: { priorityKey: number; fairnessKey: string };
}

/** Fields of a command that may have the number of its row. */
type RowField<Kind extends CommandKind> = {
  [Field in keyof CommandOf<Kind>]: CommandOf<Kind>[Field] extends number ? Field : never;
}[keyof CommandOf<Kind>];

/** A flow that a command of the outbox starts: what everybody knows of it who starts it, or looks for its runs. */
export interface CommandedFlow<Kind extends CommandKind, Input> {
  /** Name of the workflow; recorded runs have it, so it never changes. */
  workflow: string;
  /** First part of the ids of its runs; the number of the row follows. It never changes either. */
  id: string;
  /** Field of the command that has the number of the row. */
  row: RowField<Kind>;
  command: Kind;
  /** What the command becomes on the engine; `publicUrl` is the origin of links for staff. */
  start(command: CommandOf<Kind>, publicUrl: string): Run<Input>;
  /** Where one run serves a row again and again: the signal that reaches it, or starts it. */
  signal?: string;
  /** The id has the key of the row behind it, since a signal reaches whatever runs under an id. */
  hasKeyInId?: true;
  /** The command that cancels the run. */
  cancelledBy?: CommandKind;
}

/** A flow that a Schedule of ours starts. */
export interface ScheduledFlow {
  /** Name of the workflow; recorded runs have it, so it never changes. */
  workflow: string;
  schedule: {
    id: string;
    /** Five fields, UTC. */
    cron: string;
    /** What happens when a run is due while the one before it is not done. */
    overlap: 'SKIP' | 'BUFFER_ALL';
    /** How far back moments are made up for that came while the engine was away, milliseconds. */
    catchUpMs: number;
    /** Of each run, for staff. */
    summary: string;
    /** Of the Schedule, for staff. */
    note: string;
  };
}

/** Any flow that a command starts, for those who go through all of them. */
export interface AnyCommandedFlow extends Omit<CommandedFlow<CommandKind, unknown>, 'row' | 'start'> {
  row: string;
  start(command: Command, publicUrl: string): Run<unknown>;
}

/** What is known of a flow outside of it. */
export type FlowContract = AnyCommandedFlow | ScheduledFlow;

/** Id of the run of a row, unless an older run has it (alternativeWorkflowId in infra/temporal/engine-command.ts). */
export function workflowIdOf({ id }: Pick<AnyCommandedFlow, 'id'>, rowId: number): string {
  return `${id}-${rowId}`;
}

/** Temporal's priority keys, 1 first to 5 last. */
export const PRIORITY_KEYS = { urgent: 1, high: 2, normal: 3, low: 4 } as const;

/** Partners take turns in Temporal's queues where the cluster has fairness switched on. */
export function priorityOf(partnerId: number, priority: keyof typeof PRIORITY_KEYS = 'normal') {
  return { priorityKey: PRIORITY_KEYS[priority], fairnessKey: `partner-${partnerId}` };
}
