import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Stack } from '../../infra/local/stack.ts';
import { send } from '../../test/environment/client.ts';
import type { Query } from '../../test/invariants/database.ts';
import type { Body } from './api.ts';
import type { DrillEnvironment } from './environment.ts';

/** Lines in the logs of the API and the worker so far. */
export async function logLines(stack: Stack): Promise<Record<string, number>> {
  const lines: Record<string, number> = {};
  for (const name of ['api', 'worker']) {
    const text = await readFile(path.join(stack.dataDir, 'logs', `${name}.log`), 'utf8');
    lines[name] = text.split('\n').length;
  }
  return lines;
}

/** What the API says of its parts. */
export function readyzOf(stack: Stack): Promise<{ status: number; body: Body }> {
  return send<Body>(`${stack.urls.apiOrigin}/readyz`, { signal: AbortSignal.timeout(10_000) });
}

/** Longest time from a moment to the first event of one of the executions after it, milliseconds. */
export async function longestStallOf(
  { query }: DrillEnvironment,
  ids: readonly number[],
  since: Date,
): Promise<number> {
  const rows = await query<{ wait: number }>(
    `SELECT extract(epoch FROM min(created_at) - $2) * 1000 AS wait FROM execution_event
     WHERE execution_id = ANY($1) AND created_at > $2 GROUP BY execution_id`,
    [ids, since],
  );
  return Math.max(0, ...rows.map(({ wait }) => Number(wait)));
}

/** Connections to the database by process, as pg_stat_activity names them. */
export async function connectionsOf(query: Query): Promise<Record<string, number>> {
  const rows = await query<{ name: string; n: number }>(
    `SELECT application_name AS name, count(*)::int AS n FROM pg_stat_activity
     WHERE application_name LIKE 'marketwright-%' GROUP BY 1 ORDER BY 1`,
  );
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}

/** A counter of the worker's metrics with the given labels text; 0 when it is not there. */
export async function workerMetric(stack: Stack, line: string): Promise<number> {
  const url = new URL('/metrics', stack.urls.metrics.worker);
  const { text } = await send(url);
  const found = text.split('\n').find((candidate) => candidate.startsWith(`${line} `));
  return Number(found?.slice(line.length + 1) ?? 0);
}
