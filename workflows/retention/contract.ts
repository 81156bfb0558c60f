/** Name of the workflow that deletes what is past its time. */
export const RETENTION_WORKFLOW = 'retention';
/** Id of the Schedule that runs it. */
export const RETENTION_SCHEDULE = 'mw-retention';

/** What the nightly run asks. */
export interface RetentionActivities {
  /** Names of the tables whose rows are kept for a time only. */
  listRetained(): Promise<{ tables: string[] }>;
  /** Deletes a table's old rows in batches until none is left; returns how many. */
  purge(input: { table: string }): Promise<{ deleted: number }>;
}
