import type { Command, CommandKind, CommandOf } from '../domain/kernel/command.ts';

/** What a workflow is started with, and what staff see of the run. */
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

/** Fields of a command that can hold the number of its row. */
type RowField<Kind extends CommandKind> = {
  [Field in keyof CommandOf<Kind>]: CommandOf<Kind>[Field] extends number ? Field : never;
}[keyof CommandOf<Kind>];

/** A flow that an outbox command starts: the facts shared by code that starts it or looks for its runs. */
export interface CommandedFlow<Kind extends CommandKind, Input> {
  /** Name of the workflow. Recorded runs contain it, so it never changes. */
  workflow: string;
  /** Prefix of the ids of its runs, followed by the number of the row. It never changes either. */
  id: string;
  /** Field of the command with the number of the row. */
  row: RowField<Kind>;
  command: Kind;
  /** What the engine starts for the command; `publicUrl` is the origin of links for staff. */
  start(command: CommandOf<Kind>, publicUrl: string): Run<Input>;
  /** Where one run serves a row repeatedly: the signal that reaches the run, or starts it. */
  signal?: string;
  /** The run's id ends in the row's key, since a signal reaches whichever run has the id. */
  hasKeyInId?: true;
  /** The command that cancels the run. */
  cancelledBy?: CommandKind;
}

/** A flow that one of our Schedules starts. */
export interface ScheduledFlow {
  /** Name of the workflow. Recorded runs contain it, so it never changes. */
  workflow: string;
  schedule: {
    id: string;
    /** Cron expression with five fields, UTC. */
    cron: string;
    /** For a cron expression of a day of the month: the runs are later by the operator's BILLING_GRACE_HOURS. */
    afterBillingGrace?: true;
    /** What happens when a run is due while the previous one is still running. */
    overlap: 'SKIP' | 'BUFFER_ALL';
    /** After an outage of the engine, runs missed within this time are started, milliseconds. */
    catchUpMs: number;
    /** Summary of each run, for staff. */
    summary: string;
    /** Note on the Schedule, for staff. */
    note: string;
  };
}

/** Any flow that a command starts, for code that iterates over all of them. */
export interface AnyCommandedFlow extends Omit<CommandedFlow<CommandKind, unknown>, 'row' | 'start'> {
  row: string;
  start(command: Command, publicUrl: string): Run<unknown>;
}

/** The declaration of a flow that other layers see. */
export type FlowContract = AnyCommandedFlow | ScheduledFlow;

/**
 * Id of the run of a row, unless an older run has that id (alternativeWorkflowId in infra/temporal/engine-command.ts).
 */
export function workflowIdOf({ id }: Pick<AnyCommandedFlow, 'id'>, rowId: number): string {
  return `${id}-${rowId}`;
}

/** Temporal's priority keys, 1 first to 5 last. */
export const PRIORITY_KEYS = { urgent: 1, high: 2, normal: 3, low: 4 } as const;

/** Fairness key of the service's own work. */
export const PLATFORM_FAIRNESS = 'platform';

/**
 * Temporal's priority and fairness key: partners share the queues fairly where the cluster has fairness switched on.
 */
export function priorityOf(partnerId: number, priority: keyof typeof PRIORITY_KEYS = 'normal') {
  return { priorityKey: PRIORITY_KEYS[priority], fairnessKey: `partner-${partnerId}` };
}
