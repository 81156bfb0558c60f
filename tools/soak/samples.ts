import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import type { Stack } from '../../infra/local/stack.ts';

/** What was seen at one moment, by metric. */
export type Sample = Record<string, number>;

/** The processes that are looked into. */
const PROCESSES = ['api', 'worker'] as const;
/** Rows of these are there only while something is under way, or are swept: under an even load there are no more of them later. */
const PASSING = {
  outbox: 'SELECT count(*) FROM outbox',
  'rate counters': 'SELECT count(*) FROM rate_counter',
  'open executions': `SELECT count(*) FROM execution WHERE status IN ('pending', 'planning', 'executing')`,
  'open analyses': `SELECT count(*) FROM seo_job WHERE status IN ('pending', 'processing')`,
  'open MCP sessions': 'SELECT count(*) FROM mcp_session WHERE ended_at IS NULL',
  'locked repeats': 'SELECT count(*) FROM idempotency_key WHERE lock_token IS NOT NULL',
};
const MIB = 1024 * 1024;

/** Looks at everything once. */
export async function takeSample(stack: Stack, database: pg.Pool): Promise<Sample> {
  const sample: Sample = {};
  for (const name of PROCESSES) {
    const pid = stack.pid(name);
    if (pid === undefined) throw new Error(`The process ${name} is down.`);
    sample[`${name}: resident, MiB`] = await residentMib(pid);
    const files = await openFiles(pid);
    sample[`${name}: open files`] = files.length;
    sample[`${name}: sockets`] = files.filter((file) => file.startsWith('socket:')).length;
    const metrics = await metricsOf(stack.credentials.metrics?.[name] ?? '');
    sample[`${name}: heap, MiB`] = (metrics.get('nodejs_heap_size_used_bytes') ?? Number.NaN) / MIB;
    sample[`${name}: handles`] = metrics.get('nodejs_active_handles_total') ?? Number.NaN;
    sample[`${name}: log, lines`] = await logLines(path.join(stack.dataDir, 'logs', `${name}.log`));
  }
  const { rows } = await database.query<{ connections: string; listening: string }>(
    `SELECT count(*) AS connections, count(*) FILTER (WHERE application_name LIKE '%-listen') AS listening
     FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'marketwright%'`,
  );
  sample['database: connections'] = Number(rows[0]?.connections);
  sample['database: LISTEN sessions'] = Number(rows[0]?.listening);
  for (const [name, query] of Object.entries(PASSING)) {
    sample[`rows: ${name}`] = Number((await database.query(query)).rows[0]?.count);
  }
  return sample;
}

async function residentMib(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

async function openFiles(pid: number): Promise<string[]> {
  const folder = `/proc/${pid}/fd`;
  // A file that is closed meanwhile is not open.
  return Promise.all((await readdir(folder)).map((file) => readlink(path.join(folder, file)).catch(() => '')));
}

/** Values of the metrics without labels. */
async function metricsOf(origin: string): Promise<Map<string, number>> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return new Map([...text.matchAll(/^(\w+) (\S+)$/gm)].map(([, name = '', value]) => [name, Number(value)]));
}

async function logLines(file: string): Promise<number> {
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  if (size === 0) return 0;
  return (await readFile(file, 'utf8')).split('\n').length - 1;
}
