import { afterEach, expect, test } from '@jest/globals';
import { Gauge, Registry } from 'prom-client';
import { type MetricsServer, startMetricsServer } from './metrics.ts';

let server: MetricsServer | undefined;
afterEach(() => server?.close());

async function start(collect: () => Promise<number>) {
  const registry = new Registry();
  new Gauge({
    name: 'marketwright_sample',
    help: 'Sample.',
    registers: [registry],
    async collect() {
      this.set(await collect());
    },
  });
  server = await startMetricsServer(registry, { host: '127.0.0.1', port: 0 });
  const origin = `http://127.0.0.1:${server.port}`;
  return async (path: string, method = 'GET') => {
    const response = await fetch(origin + path, { method });
    return { status: response.status, text: await response.text() };
  };
}

test('metrics that cannot be gathered are a 503, and the process goes on', async () => {
  let away = true;
  const get = await start(async () => {
    if (away) throw new Error('The database is away.');
    return 7;
  });
  expect(await get('/metrics')).toMatchObject({ status: 503 });
  away = false;
  for (const path of ['/metrics', '/', '/metrics?x=1']) {
    expect(await get(path)).toMatchObject({ status: 200, text: expect.stringContaining('marketwright_sample 7') });
  }
  expect(await get('/else')).toMatchObject({ status: 404 });
  expect(await get('/metrics', 'POST')).toMatchObject({ status: 404 });
});

test('many who ask at once have them gathered once', async () => {
  let gathered = 0;
  const { promise, resolve } = Promise.withResolvers<number>();
  const get = await start(() => {
    gathered += 1;
    return promise;
  });
  const answers = Promise.all(Array.from({ length: 10 }, () => get('/metrics')));
  // Answered at once, after those that came before.
  expect(await get('/else')).toMatchObject({ status: 404 });
  resolve(1);
  expect((await answers).every(({ status }) => status === 200)).toBe(true);
  expect(gathered).toBeLessThanOrEqual(2);
});
