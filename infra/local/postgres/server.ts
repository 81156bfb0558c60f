import { execFile } from 'node:child_process';
import { chown, mkdir, readdir, readFile, readlink, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { childEnvironment } from '../../config/local.ts';
import { isMissing, readFileIfPresent } from '../files.ts';
import { describeProcess, isAlive, signal } from '../processes.ts';
import type { ChildSpec } from '../supervised.ts';
import { type Account, locatePostgres, type PostgresLocation, postgresAccount } from './location.ts';

const run = promisify(execFile);
const NAME = 'marketwright';

/** Settings of a local PostgreSQL. */
interface PostgresOptions {
  /** The cluster's place in the data folder. */
  cluster: string;
  port: number;
  password: string;
  /** Whether what is committed is on the disk; without it a crash of the machine may leave a broken cluster, one of the process does not. */
  durable: boolean;
  report: (line: string) => void;
}

/** A PostgreSQL that has its place. */
export interface LocalPostgres {
  spec: ChildSpec;
  url: string;
  /** Makes the cluster at the first start; call it before the server is run. */
  initialize(): Promise<void>;
  /** Makes the service's database; call it once the server is up. */
  createDatabase(): Promise<void>;
}

/** Prepares the embedded PostgreSQL: account and place. */
export async function preparePostgres(options: PostgresOptions): Promise<LocalPostgres> {
  const account = await postgresAccount();
  const location = await locatePostgres({ cluster: options.cluster, account, report: options.report });
  const urlOf = (database: string) => `postgres://${NAME}:${options.password}@127.0.0.1:${options.port}/${database}`;
  return {
    spec: {
      name: 'postgres',
      command: path.join(location.bin, 'postgres'),
      args: ['-D', location.cluster, '-p', String(options.port), ...settings(options)],
      cwd: '/',
      env: { LC_ALL: 'C' },
      account,
      // Fast shutdown: open sessions are ended, the data written.
      stopSignal: 'SIGINT',
      graceMs: 15_000,
      clear: () => clearCluster(location.cluster),
      ready: () => answers(urlOf('postgres')),
    },
    url: urlOf(NAME),
    initialize: () => initialize(location, account, options),
    createDatabase: () => createDatabase(urlOf('postgres')),
  };
}

/** Settings that suit a laptop and all processes of the service. */
function settings({ durable }: PostgresOptions): string[] {
  const values = {
    listen_addresses: '127.0.0.1',
    // A socket's path is limited to about 100 characters, less than a data folder may have; nobody needs one.
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] %d ',
    ...(!durable && { fsync: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: '0' }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function initialize(
  location: PostgresLocation,
  account: Account | undefined,
  { password, durable }: PostgresOptions,
): Promise<void> {
  if (await exists(path.join(location.cluster, 'PG_VERSION'))) return;
  // Under another name until it is whole: an interrupted start then begins again.
  const half = `${location.cluster}.new`;
  await rm(half, { recursive: true, force: true });
  await mkdir(half, { recursive: true, mode: 0o700 });
  const passwordFile = path.join(path.dirname(half), 'postgres-password.tmp');
  try {
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
    if (account) {
      for (const place of [half, passwordFile]) await chown(place, account.uid, account.gid);
    }
    const places = [`--pgdata=${half}`, `--pwfile=${passwordFile}`, `--username=${NAME}`, '--auth=scram-sha-256'];
    const text = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    await run(
      path.join(location.bin, 'initdb'),
      [...places, ...text, '--no-instructions', ...(durable ? [] : ['--no-sync'])],
      {
        cwd: '/',
        env: childEnvironment({ LC_ALL: 'C' }),
        ...account,
      },
    );
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(half, location.cluster);
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000, query_timeout: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function createDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [NAME]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${NAME}`);
  } finally {
    await client.end();
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

const PATIENCE_MS = 5000;

/**
 * Cleans up before a start of the cluster after its main process was killed: its backends notice by themselves and end,
 * those that do not in time are killed, and a postmaster.pid whose process id now belongs to somebody else is removed,
 * which PostgreSQL would take for a running server.
 */
async function clearCluster(cluster: string): Promise<void> {
  const limit = performance.now() + PATIENCE_MS;
  for (let left = await backendsOf(cluster); left.length > 0; left = await backendsOf(cluster)) {
    if (performance.now() > limit) for (const pid of left) signal(pid, 'SIGKILL');
    await delay(25);
  }
  const pidFile = path.join(cluster, 'postmaster.pid');
  const pid = Number((await readFileIfPresent(pidFile))?.split('\n', 1)[0]);
  if (!(pid > 0) || !(await isAlive(pid))) return;
  if (!(await describeProcess(pid)).includes(cluster)) await rm(pidFile, { force: true });
}

/** Processes that work in the cluster's folder, as every backend does; none where the system does not list them. */
async function backendsOf(cluster: string): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map(async (pid) => ((await isBackend(pid, cluster)) ? [pid] : [])));
  return found.flat();
}

async function isBackend(pid: number, cluster: string): Promise<boolean> {
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '');
  if (folder !== cluster) return false;
  // A person's shell may stand in that folder, too.
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
  return name.trim() === 'postgres';
}
