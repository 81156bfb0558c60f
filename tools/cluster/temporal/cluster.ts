import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { execa } from 'execa';
import pg from 'pg';
import type { Fleet } from '../../../infra/local/fleet.ts';
import { freePort } from '../../../infra/local/ports.ts';
import type { ChildSpec } from '../../../infra/local/supervised.ts';
import { waitUntil } from '../../../test/environment/wait-until.ts';
import type { Binaries } from './binaries.ts';
import { type ClusterSettings, clusterSettings, DYNAMIC_CONFIG, ROLES, type Role } from './settings.ts';

/** A running cluster: its roles are processes of the fleet, named `temporal-history` and so on. */
export interface Cluster {
  /** host:port of the frontend. */
  address: string;
  /** Restarts a role: `SIGKILL` at once, `SIGTERM` in order. Returns when it serves again. */
  restart(role: Role, signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** Stops all roles and starts them with other settings. */
  secure(security: Pick<ClusterSettings, 'tls' | 'jwksUrl'>): Promise<void>;
}

const DATABASES = { temporal: 'postgresql/v12/temporal', temporal_visibility: 'postgresql/v12/visibility' };
const NAMESPACE = 'default';
const RETENTION = '1 day';
/** A role that is asked to stop hands its shards and tasks over first. */
const GRACE_MS = 30_000;
const READY_LIMIT_MS = 180_000;

/** Makes the databases of a cluster and starts its four roles, each a process; returns when the namespace answers. */
export async function startCluster(options: {
  binaries: Binaries;
  fleet: Fleet;
  /** For settings. */
  folder: string;
  databaseUrl: string;
}): Promise<Cluster> {
  const { binaries, fleet, folder, databaseUrl } = options;
  const database = new URL(databaseUrl);
  await makeDatabases(binaries, database);
  const taken = new Set<number>();
  const anyPort = async () => {
    const found = await freePort(taken);
    taken.add(found);
    return found;
  };
  const pair = async () => ({ grpc: await anyPort(), membership: await anyPort() });
  const ports: ClusterSettings['ports'] = {
    history: await pair(),
    matching: await pair(),
    frontend: await pair(),
    worker: await pair(),
    'internal-frontend': await pair(),
  };
  const dynamicConfig = path.join(folder, 'dynamic.yaml');
  await mkdir(folder, { recursive: true });
  await writeFile(dynamicConfig, DYNAMIC_CONFIG);
  const write = (security: Pick<ClusterSettings, 'tls' | 'jwksUrl'>) =>
    writeFile(path.join(folder, 'cluster.yaml'), clusterSettings({ database, ports, dynamicConfig, ...security }), {
      mode: 0o600,
    });
  await write({});
  for (const role of ROLES) {
    // That of workflows of the cluster's own serves nobody: it only belongs to the members.
    const { grpc, membership } = ports[role];
    const port = role === 'worker' ? membership : grpc;
    await fleet.launch(roleSpec(binaries.server, role, { folder, port }));
  }
  const address = `127.0.0.1:${ports.frontend.grpc}`;
  await registerNamespace(address);
  const process = (role: Role) => fleet.get(nameOf(role));
  return {
    address,
    async restart(role, signal) {
      const before = process(role).pid;
      await process(role).kill(signal);
      const isOther = async () => process(role).pid !== undefined && process(role).pid !== before;
      await waitUntil(`another ${role}`, isOther, { limitMs: READY_LIMIT_MS });
      await process(role).whenReady(READY_LIMIT_MS);
    },
    async secure(security) {
      for (const role of ROLES.toReversed()) await process(role).stop();
      await write(security);
      if (security.jwksUrl !== undefined) {
        const inner = roleSpec(binaries.server, 'internal-frontend', { folder, port: ports['internal-frontend'].grpc });
        const launched = fleet.launch(inner);
        await Promise.all([launched, ...ROLES.map((role) => process(role).start(READY_LIMIT_MS))]);
      } else await Promise.all(ROLES.map((role) => process(role).start(READY_LIMIT_MS)));
    },
  };
}

function nameOf(role: string): string {
  return `temporal-${role}`;
}

function roleSpec(server: string, role: string, { folder, port }: { folder: string; port: number }): ChildSpec {
  return {
    name: nameOf(role),
    command: server,
    args: ['--root', '/', '--config', folder, '--env', 'cluster', '--allow-no-auth', 'start', '--service', role],
    cwd: '/',
    env: {},
    stopSignal: 'SIGTERM',
    graceMs: GRACE_MS,
    ready: () => accepts(port),
  };
}

/** Whether somebody listens there. */
function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const end = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}

async function makeDatabases({ sqlTool }: Binaries, url: URL): Promise<void> {
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    for (const name of Object.keys(DATABASES)) await client.query(`CREATE DATABASE ${name}`);
  } finally {
    await client.end();
  }
  for (const [name, schema] of Object.entries(DATABASES)) {
    const env = {
      SQL_PLUGIN: 'postgres12',
      SQL_HOST: url.hostname,
      SQL_PORT: url.port,
      SQL_USER: url.username,
      SQL_PASSWORD: url.password,
      SQL_DATABASE: name,
    };
    await execa(sqlTool, ['setup-schema', '-v', '0.0'], { env });
    await execa(sqlTool, ['update-schema', '--schema-name', schema], { env });
  }
}

async function registerNamespace(address: string): Promise<void> {
  const connection = await waitUntil('the frontend', () => Connection.connect({ address, connectTimeout: '2s' }), {
    retryErrors: true,
    limitMs: READY_LIMIT_MS,
  });
  try {
    const register = () =>
      connection.workflowService.registerNamespace({
        namespace: NAMESPACE,
        workflowExecutionRetentionPeriod: msToTs(RETENTION),
      });
    const isThere = () =>
      connection.workflowService.describeNamespace({ namespace: NAMESPACE }).then(
        () => true,
        () => register().then(() => false),
      );
    await waitUntil('the namespace', isThere, { retryErrors: true, limitMs: READY_LIMIT_MS });
    // Each role keeps the namespaces that it knows for some seconds; a start is refused until it has read them again.
    const knows = () => connection.workflowService.listWorkflowExecutions({ namespace: NAMESPACE }).then(() => true);
    await waitUntil('the namespace to be known', knows, { retryErrors: true, limitMs: READY_LIMIT_MS });
  } finally {
    await connection.close();
  }
}
