/** The state of a run. */
export type RunStatus = 'running' | 'completed' | 'failed' | 'cancelled';

/** A run of an evaluation. */
export interface Run {
  id: number;
  attributes: { status: RunStatus; created_at: string };
}

/** Whether a run goes on. */
export function isRunning({ attributes }: Run): boolean {
  return attributes.status === 'running';
}
