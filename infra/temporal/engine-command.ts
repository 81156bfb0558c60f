/** A committed command in the terms of the durable engine, as data. */
export type EngineCommand =
  | {
      action: 'start';
      workflowType: string;
      workflowId: string;
      taskQueue: string;
      args: unknown[];
      /** Distinguishes the run from an older one with the same id: serial ids recur after a database was restored. */
      rowKey: string;
      /** Shown in the Web UI beside the run; no partner text. */
      memo: Record<string, unknown>;
      /** Keyword search attributes. */
      keywords: Record<string, string>;
      summary: string;
      details: string;
      priority: { priorityKey: number; fairnessKey: string };
    }
  | {
      /** Signals the workflow, which is started where it does not run. */
      action: 'signal';
      workflowType: string;
      workflowId: string;
      taskQueue: string;
      args: unknown[];
      signal: string;
      memo: Record<string, unknown>;
      keywords: Record<string, string>;
      summary: string;
      details: string;
      priority: { priorityKey: number; fairnessKey: string };
    }
  | { action: 'cancel'; workflowId: string; rowKey: string };

/** Starts a run that belongs to a row. */
export type StartCommand = Extract<EngineCommand, { action: 'start' }>;
/** Signals a run, which is started where there is none. */
export type SignalCommand = Extract<EngineCommand, { action: 'signal' }>;
/** Cancels the run of a row. */
export type CancelCommand = Extract<EngineCommand, { action: 'cancel' }>;

/** Id of a run whose usual id is taken by an older row's run. */
export function alternativeWorkflowId(workflowId: string, rowKey: string): string {
  return `${workflowId}-${rowKey.slice(0, 8)}`;
}
