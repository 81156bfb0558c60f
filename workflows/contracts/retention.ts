/** Name of the workflow that deletes what is past its time. */
export const RETENTION_WORKFLOW = 'retention';
/** Id of the Schedule that runs it. */
export const RETENTION_SCHEDULE = 'mw-retention';

/** Tables that grow and are cleaned, each with a rule of its own. */
export const RETAINED = [
  'execution_event',
  'platform_event',
  'audit_log',
  'idempotency_key',
  'rate_counter',
  'outbox',
  'webhook_delivery',
  'seo_job',
] as const;
/** Tables that came with OAuth. */
export const RETAINED_OAUTH = ['oauth_record', 'oauth_client'] as const;
/** Tables that came with MCP. */
export const RETAINED_MCP = ['mcp_change', 'mcp_session'] as const;
export type Retained = (typeof RETAINED)[number] | (typeof RETAINED_OAUTH)[number] | (typeof RETAINED_MCP)[number];

export interface RetentionActivities {
  /** Deletes old rows in lots until none is left; returns how many. */
  purge(input: { table: Retained }): Promise<{ deleted: number }>;
}
