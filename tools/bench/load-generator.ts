/** Sends a load with autocannon and writes what it met as JSON. */
import autocannon from 'autocannon';
import type { Load, LoadResult } from './load.ts';

const { requests, durationSeconds, amount, status }: Load = JSON.parse(process.argv[2] ?? '{}');
const first = requests[0];
if (!first) throw new Error('There is nothing to send.');

let next = 0;
const startedAt = performance.now();
let endedAt = startedAt;
const result = await autocannon({
  url: new URL(first.url).origin,
  connections: requests.length,
  ...(durationSeconds === undefined ? {} : { duration: durationSeconds }),
  ...(amount === undefined ? {} : { amount }),
  setupClient(client) {
    const { url, headers, body } = requests[next % requests.length] ?? first;
    next += 1;
    const { pathname, search } = new URL(url);
    client.setRequests([
      {
        path: pathname + search,
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body }),
      },
    ]);
    client.on('response', () => {
      endedAt = performance.now();
    });
  },
});
const right = status === undefined ? result['2xx'] : (result.statusCodeStats?.[`${status}`]?.count ?? 0);
const bad = result.requests.total - right + result.errors + result.timeouts;
if (bad > 0)
  throw new Error(`${bad} of ${result.requests.total} requests failed: ${JSON.stringify(result.statusCodeStats)}`);
const output: LoadResult = {
  requestsPerSecond: result.requests.total / ((endedAt - startedAt) / 1000),
  p50: result.latency.p50,
  p99: result.latency.p99,
};
process.stdout.write(JSON.stringify(output));
