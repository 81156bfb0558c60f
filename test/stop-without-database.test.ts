import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { type OwnProcess, startOwnProcess } from './environment/own-process.ts';
import { startDatabase, type TestDatabase } from './environment/start-database.ts';

jest.setTimeout(120_000);

/** What orchestrators wait before they kill is longer; an activity's own time is part of it. */
const GRACE_MS = 20_000;

let database: TestDatabase;
let proxy: Server;
let isSilent = false;
const sockets = new Set<Socket>();

beforeAll(async () => {
  database = await startDatabase({ poolSize: 2 });
  const { hostname, port } = new URL(database.url);
  // Passes everything on until the database falls silent: then connections stay, new ones too, and nothing comes back.
  proxy = createServer({ allowHalfOpen: true }, (client) => {
    sockets.add(client);
    client.on('error', () => undefined);
    if (isSilent) return;
    const upstream = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    sockets.add(upstream);
    upstream.on('error', () => undefined);
    upstream.on('data', (data) => {
      if (!isSilent) client.write(data);
    });
    client.on('data', (data) => {
      if (!isSilent) upstream.write(data);
    });
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
});

afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  proxy.close();
  await database.stop();
});

/** Starts the program, waits for the state, sends SIGTERM, and gives how it ended. */
async function stopOf(program: 'api' | 'worker', state: (process: OwnProcess) => Promise<void>) {
  const url = new URL(database.url);
  url.port = String((proxy.address() as AddressInfo).port);
  const started = startOwnProcess(program, url.href);
  await state(started);
  isSilent = true;
  started.child.kill('SIGTERM');
  const kill = setTimeout(() => started.child.kill('SIGKILL'), GRACE_MS);
  const { code, signal } = await started.ended;
  clearTimeout(kill);
  return { code, signal };
}

test.each([
  ['api', 'the API listens'],
  ['worker', 'Temporal is not there yet'],
] as const)('%s stops in time when the database has fallen silent', async (program, message) => {
  isSilent = false;
  expect(await stopOf(program, ({ logged }) => logged(message))).toEqual({ code: 0, signal: null });
});

test('an API that waits for the database ends at once, also as process 1, which ignores signals without a listener', async () => {
  isSilent = true;
  const connected = once(proxy, 'connection');
  expect(await stopOf('api', async () => void (await connected))).toEqual({ code: 0, signal: null });
});
