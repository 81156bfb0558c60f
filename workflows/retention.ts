import { patched, proxyActivities } from '@temporalio/workflow';
import { MAIN_QUEUE } from './contracts/queues.ts';
import {
  RETAINED,
  RETAINED_MCP,
  RETAINED_OAUTH,
  type Retained,
  type RetentionActivities,
} from './contracts/retention.ts';

/** Deleting can take minutes on a large table and may go on where it stopped. */
const { purge } = proxyActivities<RetentionActivities>({
  taskQueue: MAIN_QUEUE,
  startToCloseTimeout: '30m',
  heartbeatTimeout: '15s',
  retry: { initialInterval: '5s', maximumInterval: '5m', maximumAttempts: 10 },
});

/** Deletes what is past its time, table by table; returns how many rows went. */
export async function retention(): Promise<Partial<Record<Retained, number>>> {
  const deleted: Partial<Record<Retained, number>> = {};
  const tables: Retained[] = [...RETAINED];
  if (patched('oauth-tables')) tables.push(...RETAINED_OAUTH);
  if (patched('mcp-tables')) tables.push(...RETAINED_MCP);
  for (const table of tables) deleted[table] = (await purge({ table })).deleted;
  return deleted;
}
