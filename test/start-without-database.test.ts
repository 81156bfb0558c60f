import { connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { freePort } from '../infra/local/ports.ts';
import { startOwnProcess } from './environment/own-process.ts';
import { startDatabase, type TestDatabase } from './environment/start-database.ts';

jest.setTimeout(120_000);

let database: TestDatabase;
beforeAll(async () => {
  database = await startDatabase({ poolSize: 2 });
});
afterAll(() => database.stop());

/** The database at a port of this machine at which nobody answers before `open` is called. */
async function lateDatabase() {
  const url = new URL(database.url);
  const upstream = { host: url.hostname, port: Number(url.port) };
  const port = await freePort();
  url.port = String(port);
  const sockets: Socket[] = [];
  const server = createServer((client) => {
    const server = connect(upstream);
    sockets.push(client, server);
    for (const socket of [client, server]) socket.on('error', () => undefined);
    client.pipe(server).pipe(client);
  });
  return {
    url: url.href,
    open: () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve)),
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test.each([
  ['api', 'the API listens'],
  ['worker', 'Temporal is not there yet'],
] as const)('%s that starts without PostgreSQL serves once it is there', async (program, message) => {
  const late = await lateDatabase();
  try {
    const { child, logged, ended } = startOwnProcess(program, late.url);
    await logged('PostgreSQL is not there yet');
    await late.open();
    await logged(message);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0, signal: null });
  } finally {
    late.close();
  }
});

test.each(['api', 'worker'] as const)('%s that waits for PostgreSQL stops when it is asked to', async (program) => {
  const { url } = await lateDatabase();
  const { child, logged, ended } = startOwnProcess(program, url);
  await logged('PostgreSQL is not there yet');
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 0, signal: null });
});

test('what waiting does not mend ends the process, which names the setting', async () => {
  const url = new URL(database.url);
  url.pathname = '/nowhere';
  const { code, log } = await startOwnProcess('worker', url.href).ended;
  expect(code).toBe(1);
  expect(log.at(-1)).toMatch(/PostgreSQL refuses the connection that DATABASE_URL describes.*nowhere.* does not exist/);
});

test('a database that is set otherwise than the statements need ends the process, too', async () => {
  const name = new URL(database.url).pathname.slice(1);
  await database.dataSource.query(`ALTER DATABASE "${name}" SET default_transaction_isolation = 'serializable'`);
  try {
    const { code, log } = await startOwnProcess('api', database.url).ended;
    expect(code).toBe(1);
    expect(log.at(-1)).toMatch(/default_transaction_isolation is serializable, and must be read committed/);
  } finally {
    await database.dataSource.query(`ALTER DATABASE "${name}" RESET default_transaction_isolation`);
  }
});

test('setup does not wait, since an upgrade waits for it, and says what is away', async () => {
  const { url } = await lateDatabase();
  const { code, log } = await startOwnProcess('setup', url).ended;
  expect(code).toBe(1);
  expect(log.at(-1)).toMatch(/PostgreSQL: connect ECONNREFUSED.*setup failed/);
});
