import { ActivityFailure, ApplicationFailure, isCancellation, patched } from '@temporalio/workflow';
import type { RetentionSteps } from '../../activities/retention.ts';
import { failureReason } from '../lib/job.ts';
import { proxySteps } from '../lib/steps.ts';

/** Deleting can take minutes on a large table and resumes where it stopped. */
const { listRetained, purge } = proxySteps<RetentionSteps, 'main'>('main', {
  startToCloseTimeout: '30m',
  heartbeatTimeout: '15s',
  retry: { initialInterval: '5s', maximumInterval: '5m', maximumAttempts: 10 },
});

/**
 * Deletes rows that are past their retention, table by table; returns the number of deleted rows. A failing table does
 * not stop the others.
 */
export async function retention(): Promise<Record<string, number>> {
  const tables = patched('tables-from-activity') ? (await listRetained()).tables : formerTables();
  const deleted: Record<string, number> = {};
  const failed: string[] = [];
  for (const table of tables) {
    try {
      deleted[table] = (await purge({ table })).deleted;
    } catch (error) {
      if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
      failed.push(`${table} (${failureReason(error)})`);
    }
  }
  if (failed.length > 0) throw ApplicationFailure.nonRetryable(`Not purged: ${failed.join(', ')}`, 'purge_failed');
  return deleted;
}

/** The tables for recorded runs from before the workflow listed them. */
function formerTables(): string[] {
  const tables = [
    'execution_event',
    'platform_event',
    'audit_log',
    'idempotency_key',
    'rate_counter',
    'outbox',
    'webhook_delivery',
    'seo_job',
  ];
  if (patched('oauth-tables')) tables.push('oauth_record', 'oauth_client');
  if (patched('mcp-tables')) tables.push('mcp_change', 'mcp_session');
  return tables;
}
