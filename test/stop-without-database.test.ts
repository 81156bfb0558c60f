import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { z } from 'zod';
import { ROOT } from '../infra/deploy/programs.ts';
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

const line = z.object({ msg: z.string() });

/** Starts the program, waits for the state, sends SIGTERM, and gives how it ended. */
async function stopOf(program: string, state: (messages: AsyncIterable<string>) => Promise<void>) {
  const url = new URL(database.url);
  url.port = String((proxy.address() as AddressInfo).port);
  const child = spawn(process.execPath, [path.join(ROOT, 'infra/deploy/marketwright.ts'), program], {
    env: {
      ...process.env,
      DATABASE_URL: url.href,
      TEMPORAL_ADDRESS: '127.0.0.1:9',
      OPENAI_API_KEY: 'key',
      OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
      HOST: '127.0.0.1',
      PORT: '0',
      METRICS_PORT: '0',
      WORKER_HEALTH_PORT: '0',
      WORKER_QUEUES: 'mw-mail',
      SHUTDOWN_DELAY_SECONDS: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await state(createInterface(child.stdout));
  isSilent = true;
  child.kill('SIGTERM');
  const kill = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
  const [code, signal] = await ended;
  clearTimeout(kill);
  return { code, signal };
}

/** Until the log has the line. */
const logged = (message: string) => async (lines: AsyncIterable<string>) => {
  for await (const text of lines) if (line.parse(JSON.parse(text)).msg === message) return;
  throw new Error(`It ended without: ${message}`);
};

test.each([
  ['api', 'the API listens'],
  ['worker', 'Temporal is not there yet'],
])('%s stops in time when the database has fallen silent', async (program, message) => {
  isSilent = false;
  expect(await stopOf(program, logged(message))).toEqual({ code: 0, signal: null });
});

test('an API that waits for the database ends at once, also as process 1, which ignores signals without a listener', async () => {
  isSilent = true;
  const connected = once(proxy, 'connection');
  expect(await stopOf('api', async () => void (await connected))).toEqual({ code: 0, signal: null });
});
