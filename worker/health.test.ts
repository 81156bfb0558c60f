import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { Gauge, Registry } from 'prom-client';
import { startHealthServer } from './health.ts';

test('what cannot be told is 503, and the server lives on', async () => {
  const registry = new Registry();
  let away = true;
  new Gauge({
    name: 'marketwright_sample',
    help: 'Sample.',
    registers: [registry],
    async collect() {
      if (away) throw new Error('The database is away.');
      this.set(7);
    },
  });
  const ready = async () => {
    if (away) throw new Error('The database is away.');
    return { workers: true };
  };
  const server = await startHealthServer({ port: 0, registry, ready });
  const { port } = server.address() as AddressInfo;
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return { status: response.status, text: await response.text() };
  };
  try {
    for (const path of ['/metrics', '/readyz']) expect(await get(path)).toMatchObject({ status: 503 });
    expect(await get('/healthz')).toMatchObject({ status: 200 });
    away = false;
    expect(await get('/metrics')).toMatchObject({
      status: 200,
      text: expect.stringContaining('marketwright_sample 7'),
    });
    expect(await get('/readyz')).toMatchObject({ status: 200 });
    expect(await get('/else')).toMatchObject({ status: 404 });
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
