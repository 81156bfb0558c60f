import { afterEach, expect, test } from '@jest/globals';
import { Gauge, Registry } from 'prom-client';
import { createHttpMetrics, type MetricsServer, startMetricsServer } from './metrics.ts';

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

/** What Temporal's core says of itself, and what another source could. */
const OTHERS = `# HELP temporal_request_total Requests "to" the server\\n
# TYPE temporal_request_total counter
temporal_request_total{operation="Poll \\"x\\"",namespace="a b"} 2
# HELP temporal_latency_seconds
# TYPE temporal_latency_seconds histogram
temporal_latency_seconds_bucket{le="0.05"} 0
temporal_latency_seconds_bucket{le="+Inf"} 1
temporal_latency_seconds_sum 0.3
temporal_latency_seconds_count 1

# TYPE temporal_slots gauge
temporal_slots 3
# TYPE oddly_named counter
oddly_named 4
# something else
untyped_before 5
`;

test('metrics from elsewhere are in both formats', async () => {
  const registry = new Registry();
  new Gauge({ name: 'marketwright_sample', help: 'Sample.', registers: [registry] }).set(7);
  server = await startMetricsServer(registry, { host: '127.0.0.1', port: 0, readOthers: async () => OTHERS });
  const read = async (Accept: string) =>
    (await fetch(`http://127.0.0.1:${server?.port}/metrics`, { headers: { Accept } })).text();
  const samples = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const open = await read('application/openmetrics-text;version=1.0.0');
  expect(samples(open)).toEqual(samples(await read('text/plain')));
  expect(open.split('\n').filter((line) => line.startsWith('#') || line === '')).toEqual([
    '# HELP marketwright_sample Sample.',
    '# TYPE marketwright_sample gauge',
    '# HELP temporal_request Requests \\"to\\" the server\\n',
    '# TYPE temporal_request counter',
    '# HELP temporal_latency_seconds ',
    '# TYPE temporal_latency_seconds histogram',
    '# TYPE temporal_slots gauge',
    '# TYPE oddly_named unknown',
    '# EOF',
    '',
  ]);
});

test('scrapers that take OpenMetrics get the same series, with the traces of slow requests', async () => {
  const registry = new Registry();
  const { duration, refusals } = createHttpMetrics(registry);
  const labels = { method: 'GET', route: '/api/v1/samples', status: '2xx' };
  duration.observe({ labels, value: 0.2, exemplarLabels: { trace_id: 'a'.repeat(32) } });
  duration.observe({ labels, value: 0.02, exemplarLabels: {} });
  refusals.inc({ limit: 'key' });
  server = await startMetricsServer(registry, { host: '127.0.0.1', port: 0 });
  const read = async (Accept: string) => {
    const response = await fetch(`http://127.0.0.1:${server?.port}/metrics`, { headers: { Accept } });
    return { type: response.headers.get('Content-Type'), text: await response.text() };
  };
  const series = (text: string) =>
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.replace(/ # .*/, ''));
  const plain = await read('text/plain');
  const open = await read('application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3');
  expect(plain.type).toContain('text/plain');
  expect(open.type).toContain('application/openmetrics-text; version=1.0.0');
  expect(open.text).toMatch(/_bucket\{le="0.25",.*\} 2 # \{trace_id="a{32}"\} 0.2 /);
  expect(open.text).toContain('# TYPE marketwright_http_rate_limited counter');
  expect(open.text.endsWith('\n# EOF\n')).toBe(true);
  expect(series(open.text)).toEqual(series(plain.text));
  // The names of counters stay after that.
  expect(await read('text/plain')).toEqual(plain);
});
