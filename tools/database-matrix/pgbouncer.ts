import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import pg from 'pg';
import { freePort } from '../../infra/local/ports.ts';
import { postgresAccount } from '../../infra/local/postgres/location.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';

/** A pooler in front of a database. */
interface RunningPooler extends AsyncDisposable {
  url: string;
  version: string;
}

/** The limits that the pool sends when it connects, which the pooler drops; docs/operations.md has the same. */
const ROLE_LIMITS = {
  statement_timeout: '5s',
  lock_timeout: '2s',
  idle_in_transaction_session_timeout: '10s',
};
/** Server connections; fewer than the processes have clients, so that transactions share them. */
const POOL = 8;

/** Runs PgBouncer in transaction mode in front of a database, and sets the role's limits. */
export async function startPooler(program: string, databaseUrl: string): Promise<RunningPooler> {
  const { stdout } = await execa(program, ['--version']);
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const database = pathname.slice(1);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (const [name, value] of Object.entries(ROLE_LIMITS)) {
    await client.query(`ALTER ROLE ${client.escapeIdentifier(username)} SET ${name} = '${value}'`);
  }
  await client.end();
  const folder = await mkdtemp(path.join(tmpdir(), 'marketwright-pooler-'));
  const listen = await freePort();
  const [users, settings] = [path.join(folder, 'users.txt'), path.join(folder, 'pgbouncer.ini')];
  await writeFile(users, `"${username}" "${password}"\n`);
  await writeFile(
    settings,
    `[databases]
${database} = host=${hostname} port=${port} dbname=${database}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listen}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${POOL}
max_client_conn = 200
ignore_startup_parameters = statement_timeout, lock_timeout, idle_in_transaction_session_timeout, extra_float_digits
`,
  );
  const account = await postgresAccount();
  if (account) await Promise.all([folder, users, settings].map((file) => chown(file, account.uid, account.gid)));
  const pooler = execa(program, [settings], { ...account, reject: false, stdin: 'ignore' });
  const target = new URL(databaseUrl);
  target.host = `127.0.0.1:${listen}`;
  await waitUntil(
    'PgBouncer to answer',
    async () => {
      const through = new pg.Client({ connectionString: target.href });
      await through.connect();
      await through.query('SELECT 1');
      await through.end();
      return true;
    },
    { retryErrors: true },
  );
  return {
    url: target.href,
    version: stdout.split('\n')[0] ?? '',
    async [Symbol.asyncDispose]() {
      pooler.kill('SIGINT');
      await pooler;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
