import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import pg from 'pg';
import type { BrowserServer } from 'playwright-core';
import { migrate } from '../../infra/database/data-source.ts';
import { type Stack, startStack } from '../../infra/local/stack.ts';
import type { StackOptions } from '../../infra/local/stack-options.ts';
import { SEARCH_ATTRIBUTES } from '../../infra/local/temporal/server.ts';
import { launchChromiumServer } from './chromium.ts';
import { findDeadlocks } from './deadlocks.ts';
import { SHARED_SERVERS, type SharedDatabase, type SharedNamespace } from './shared-servers-client.ts';
import { stopOnSignals } from './stop-on-signals.ts';

/**
 * One PostgreSQL, one Temporal and one browser for all test files of a run. The process that runs jest owns them and starts each when
 * the first file asks for it, and stops them at the end and on signals. When it is killed, the servers end too, and the next run removes
 * their folders.
 */
const TEMPLATE = 'marketwright';
const EMPTY_TEMPLATE = 'template1';
const NAMESPACE_RETENTION = '1 day';
/** Keyword, as the server's own start declares them. */
const KEYWORD = 2;
const TEMPORAL_CONFIG = [
  // A namespace that was just made is known at once.
  'system.namespaceCacheRefreshInterval="100ms"',
  // The queues of a test are short: parts of them would only pass tasks on to one another.
  'matching.numTaskqueueReadPartitions=1',
  'matching.numTaskqueueWritePartitions=1',
];

/** How each thing is made that a test file asks for. */
const ANSWERS: Record<string, (query: URLSearchParams) => Promise<unknown>> = {
  '/database': (query) => createDatabase(query.get('empty') === 'true'),
  '/drop': (query) => dropDatabase(query.get('name') ?? ''),
  '/namespace': () => createNamespace(),
  '/browser': async () => ({ url: (await browser()).wsEndpoint() }),
};

let server: Server | undefined;
const stops: (() => Promise<void>)[] = [];
let made = 0;

/** Starts the server that test files call; other servers start on demand. A second call does nothing. */
export async function openSharedServers(): Promise<void> {
  if (server) return;
  server = createServer(async (request, response) => {
    // The test file's process is not held by an idle connection.
    response.shouldKeepAlive = false;
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    try {
      const answer = await ANSWERS[pathname]?.(searchParams);
      response.writeHead(answer === undefined ? 404 : 200).end(JSON.stringify(answer ?? null));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  stopOnSignals(closeSharedServers);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  process.env[SHARED_SERVERS] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Stops what was started. A second call does nothing. */
export async function closeSharedServers(): Promise<void> {
  const open = server;
  server = undefined;
  if (!open) return;
  open.close();
  open.closeAllConnections();
  // Users before what they use.
  for (const stop of stops.splice(0).reverse()) await stop().catch(() => undefined);
}

/** Makes something when it is first asked for. All callers share the result or the failure. */
function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => {
    result ??= make();
    return result;
  };
}

const postgres = once(async () => {
  const stack = await startAndStop('postgres', { durable: false });
  const url = stack.urls.databaseUrl ?? '';
  await migrate(url);
  const admin = new pg.Client({ connectionString: urlOf(url, 'postgres') });
  await admin.connect();
  stops.push(() => admin.end());
  // Nobody connects to it again: a database that is in use cannot be copied.
  await admin.query(`ALTER DATABASE ${TEMPLATE} ALLOW_CONNECTIONS false`);
  // The kernel copies the files where it can, which halves the time.
  await admin.query('SET file_copy_method = clone').catch(() => undefined);
  return { url, admin, stack };
});

async function createDatabase(isEmpty: boolean): Promise<SharedDatabase> {
  const { url, admin } = await postgres();
  made += 1;
  const name = `test_${made}`;
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${isEmpty ? EMPTY_TEMPLATE : TEMPLATE} STRATEGY file_copy`);
  return { name, url: urlOf(url, name) };
}

/** Throws when transactions of it have waited for each other. */
async function dropDatabase(name: string): Promise<object> {
  const { admin, stack } = await postgres();
  await admin.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`);
  const deadlocks = await findDeadlocks(stack, name);
  if (deadlocks.length > 0) throw new Error(`Transactions deadlocked:\n${deadlocks.join('\n')}`);
  return {};
}

const temporal = once(async () => {
  const stack = await startAndStop('temporal', { temporalConfig: TEMPORAL_CONFIG });
  const address = stack.urls.temporalAddress ?? '';
  const connection = await Connection.connect({ address });
  stops.push(() => connection.close());
  return { address, connection };
});

async function createNamespace(): Promise<SharedNamespace> {
  const { address, connection } = await temporal();
  made += 1;
  const namespace = `test-${made}`;
  await connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: msToTs(NAMESPACE_RETENTION),
  });
  const searchAttributes = Object.fromEntries(SEARCH_ATTRIBUTES.map((name) => [name, KEYWORD]));
  await connection.operatorService.addSearchAttributes({ namespace, searchAttributes });
  return { address, namespace };
}

const browser = once(async (): Promise<BrowserServer> => {
  const launched = await launchChromiumServer();
  stops.push(() => launched.close());
  return launched;
});

/** Starts a part that is stopped with the others. */
async function startAndStop(part: 'postgres' | 'temporal', options: StackOptions): Promise<Stack> {
  const stopping = new AbortController();
  const starting = startStack({ ...options, parts: [part], signal: stopping.signal });
  let release = () => {};
  stops.push(async () => {
    stopping.abort(new Error('The tests stop.'));
    const stack = await starting.catch(() => undefined);
    release();
    await stack?.stop();
  });
  const stack = await starting;
  release = endWithThisProcess(stack.pid(part) ?? 0);
  return stack;
}

/** Ends a process when this one is killed: a shell waits for the end of a pipe from here. The returned function cancels that. */
function endWithThisProcess(pid: number): () => void {
  const shell = spawn('sh', ['-c', 'read -r _; kill -INT "$0"', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  shell.unref();
  return () => shell.kill('SIGKILL');
}

function urlOf(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}
