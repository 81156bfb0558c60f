import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PROGRAMS } from './programs.ts';

const THREADS = `const fs = require('node:fs');
for (const id of fs.readdirSync('/proc/self/task')) console.log(fs.readFileSync('/proc/self/task/' + id + '/comm', 'utf8').trim());`;
const onLinux = process.platform === 'linux' ? test.each : test.skip.each;
const ENTRY = fileURLToPath(new URL('./marketwright.ts', import.meta.url));
let server: Server;
let status = 200;
const asked: (string | undefined)[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(status).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
});

async function run(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['--no-warnings', ENTRY, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([buffer(child.stdout), buffer(child.stderr), once(child, 'exit')]);
  return { code, out: String(out), err: String(err) };
}

test('becomes the program that is named, whose exit code it has', async () => {
  const { code, err } = await run(['setup']);
  expect([code, err]).toEqual([1, expect.stringContaining('DATABASE_URL')]);
});

onLinux(['api', 'worker'] as const)('the %s has one thread of V8 beside the main one', async (name) => {
  const child = spawn(process.execPath, [...PROGRAMS[name].flags, '-e', THREADS], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const threads = String(await buffer(child.stdout)).split('\n');
  expect(threads.filter((thread) => thread === 'V8Worker')).toHaveLength(1);
});

test.each([[[]], [['nothing']], [['toString']]])('prints its usage for %j', async (args) => {
  const { code, err } = await run(args);
  expect([code, err]).toEqual([2, expect.stringContaining('marketwright <api|worker|')]);
});

test('the health check asks the process of its role', async () => {
  const port = String((server.address() as AddressInfo).port);
  status = 200;
  expect((await run(['healthcheck', 'api'], { PORT: port })).code).toBe(0);
  expect((await run(['healthcheck', 'worker', '--ready'], { WORKER_HEALTH_PORT: port })).code).toBe(0);
  expect(asked).toEqual(['/healthz', '/readyz']);
  status = 503;
  expect((await run(['healthcheck', 'api', '--ready'], { PORT: port })).code).toBe(1);
});

test.each([
  [['healthcheck', 'scheduler'], /Usage/],
  [['healthcheck'], /name the role/],
  [['healthcheck', 'api'], /ECONNREFUSED|fetch failed/],
])('%j fails with its reason', async (args, reason) => {
  const { code, err } = await run(args, { PORT: '1' });
  expect([code, err]).toEqual([1, expect.stringMatching(reason)]);
});
