import { execFile } from 'node:child_process';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { execa } from 'execa';
import pg from 'pg';
import { freePort } from '../../infra/local/ports.ts';
import { postgresAccount } from '../../infra/local/postgres/location.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';

const run = promisify(execFile);
const PASSWORD = 'only-on-this-machine';

/** A server that somebody else has installed. */
export interface RunningServer extends AsyncDisposable {
  /** Of the service's database. */
  url: string;
  /** Such as `15.18`. */
  version: string;
}

/** Runs the PostgreSQL whose programs are in a folder, such as Debian's `/usr/lib/postgresql/15/bin`, with a new cluster. */
export async function startServer(bin: string): Promise<RunningServer> {
  const account = await postgresAccount();
  const folder = await mkdtemp(path.join(tmpdir(), 'marketwright-matrix-'));
  const port = await freePort();
  const passwordFile = path.join(folder, 'password');
  await writeFile(passwordFile, PASSWORD);
  if (account) await Promise.all([folder, passwordFile].map((file) => chown(file, account.uid, account.gid)));
  const data = path.join(folder, 'data');
  const options = { cwd: '/', env: { LC_ALL: 'C', PATH: process.env['PATH'] ?? '' }, ...account };
  const init = ['-D', data, '-U', 'marketwright', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8'];
  await run(path.join(bin, 'initdb'), init, options);
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=100', 'fsync=off'];
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const server = execa(path.join(bin, 'postgres'), args, {
    ...options,
    extendEnv: false,
    reject: false,
    stdin: 'ignore',
  });
  const urlOf = (database: string) => `postgres://marketwright:${PASSWORD}@127.0.0.1:${port}/${database}`;
  const version = await waitUntil(
    'PostgreSQL to answer',
    async () => {
      const client = new pg.Client({ connectionString: urlOf('postgres') });
      await client.connect();
      try {
        return String((await client.query('SHOW server_version')).rows[0]?.server_version);
      } finally {
        await client.end();
      }
    },
    { retryErrors: true },
  );
  const client = new pg.Client({ connectionString: urlOf('postgres') });
  await client.connect();
  await client.query('CREATE DATABASE marketwright');
  await client.end();
  return {
    url: urlOf('marketwright'),
    version: version.split(' ')[0] ?? version,
    async [Symbol.asyncDispose]() {
      server.kill('SIGINT');
      await server;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
