import type { AddressInfo } from 'node:net';
import { expect, jest, test } from '@jest/globals';
import { createRegistry } from '../infra/telemetry/metrics.ts';
import { waitUntil } from '../test/environment/wait-until.ts';
import { startHealthServer } from './health.ts';

const HERE = { host: '127.0.0.1', port: 0, ai: { host: 'api.example.com', model: 'm' } };

test('a failed check is 503, the server keeps running, and a report is reused: a good one for a second, another for a tenth', async () => {
  const timers = jest.spyOn(globalThis, 'setTimeout');
  let away = true;
  let looks = 0;
  const workers = async () => {
    looks += 1;
    if (away) throw new Error('The database is away.');
    return true;
  };
  const server = await startHealthServer({ ...HERE, parts: { workers }, registry: createRegistry() });
  const { port, address } = server.address() as AddressInfo;
  const forgetAfter = (cacheMs: number) => {
    for (const [forget, afterMs] of timers.mock.calls) if (afterMs === cacheMs) forget();
  };
  const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  try {
    expect(address).toBe('127.0.0.1');
    expect(await statusOf('/readyz')).toBe(503);
    for (const path of ['/healthz', '/livez']) expect(await statusOf(path)).toBe(200);
    away = false;
    // A worker that starts is ready soon after it was not.
    forgetAfter(100);
    timers.mockClear();
    looks = 0;
    expect(await Promise.all(Array.from({ length: 20 }, () => statusOf('/readyz')))).toEqual(new Array(20).fill(200));
    expect(looks).toBeLessThan(5);
    expect(timers.mock.calls.filter(([, afterMs]) => afterMs === 1_000)).toHaveLength(looks);
    const report = await (await fetch(`http://127.0.0.1:${port}/readyz`)).json();
    expect(report).toEqual({ checks: { workers: true }, ai: HERE.ai });
    for (const path of ['/metrics', '/else']) expect(await statusOf(path)).toBe(404);
  } finally {
    timers.mockRestore();
    server.closeAllConnections();
    server.close();
  }
});

test('a part that does not answer is down after two seconds, and said to be, beside the others', async () => {
  const timers = jest.spyOn(globalThis, 'setTimeout');
  const parts = { workers: () => true, schema: () => new Promise<boolean>(() => undefined) };
  const server = await startHealthServer({ ...HERE, parts, registry: createRegistry() });
  try {
    const answer = fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/readyz`);
    const [late] = await waitUntil('the limit', () => timers.mock.calls.findLast(([, afterMs]) => afterMs === 2_000));
    late();
    const response = await answer;
    expect([response.status, await response.json()]).toMatchObject([503, { checks: { workers: true, schema: false } }]);
  } finally {
    timers.mockRestore();
    server.closeAllConnections();
    server.close();
  }
});
