import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { type OtlpSink, type SunkSpan, startOtlpSink } from '../../../test/environment/otlp-sink.ts';
import { waitUntil } from '../../../test/environment/wait-until.ts';
import type { TracingConfig } from '../../config/tracing.ts';
import { startTracing } from '../start-tracing.ts';
import type { OpenSpan, Tracing } from '../tracing.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';
const SAMPLED = `00-${TRACE}-${SPAN}-01`;
const UNSAMPLED = `00-${TRACE}-${SPAN}-00`;

let sink: OtlpSink;
const problems: string[] = [];
const tracings: Tracing[] = [];
beforeAll(async () => {
  sink = await startOtlpSink();
});
afterAll(async () => sink[Symbol.asyncDispose]());
beforeEach(async () => {
  await Promise.all(tracings.splice(0).map((each) => each.stop()));
  sink.status = 200;
  sink.spans.length = 0;
});

async function start(overrides: Partial<TracingConfig> = {}): Promise<{ tracing: Tracing; registry: Registry }> {
  const registry = new Registry();
  const config = {
    url: `${sink.url}/v1/traces`,
    headers: { authorization: 'Bearer collector' },
    serviceName: undefined,
    resourceAttributes: {},
    ratio: 1,
    delayMs: 10,
    exportTimeoutMs: 1_000,
    queueSize: 2_048,
    batchSize: 128,
    ...overrides,
  };
  const tables = [{ name: 'execution' }];
  const onProblem = (reason: string) => void problems.push(reason);
  const tracing = await startTracing({ config, name: 'test', tables, registry, onProblem });
  if (!tracing) throw new Error('Tracing is off.');
  tracings.push(tracing);
  return { tracing, registry };
}

async function spanNamed(name: string): Promise<SunkSpan> {
  return waitUntil(`the span ${name}`, () => sink.spans.find((span) => span.name === name));
}

const request = (stranger: unknown) => ({ name: 'GET /x', kind: 'server' as const, origin: { stranger } });
const nothing = async () => undefined;

test('without settings there is none', async () => {
  const options = { config: undefined, name: 'test', tables: [], registry: new Registry(), onProblem: () => undefined };
  expect(await startTracing(options)).toBeUndefined();
});

describe('a stranger', () => {
  test('is joined in its trace, and the spans below are in it, with names for the log', async () => {
    const { tracing } = await start();
    await tracing.run(request(UNSAMPLED), async (span) => {
      expect(tracing.logFields()).toEqual({ trace_id: TRACE, span_id: expect.stringMatching(/^[0-9a-f]{16}$/) });
      expect(tracing.traceparent()).toBe(span.traceparent);
      tracing.statement('SELECT * FROM execution WHERE id = $1')?.();
    });
    const outer = await spanNamed('GET /x');
    expect(outer).toMatchObject({ service: 'marketwright-test', traceId: TRACE, parentId: SPAN });
    expect(await spanNamed('SELECT execution')).toMatchObject({ traceId: TRACE, parentId: outer.spanId });
    expect(sink.headers['authorization']).toBe('Bearer collector');
  });

  test('does not decide what is recorded: neither by its flag nor by the choice of its trace', async () => {
    const { tracing } = await start({ ratio: 0 });
    const low = `00-${'0'.repeat(31)}1-${SPAN}-01`;
    for (const given of [SAMPLED, low, undefined, 'nonsense']) {
      await tracing.run(request(given), async (span) => {
        expect(span.isRecorded).toBe(false);
        expect(span.traceparent).toMatch(/-00$/);
        expect(tracing.statement('SELECT 1')).toBeUndefined();
      });
    }
    await tracing.stop();
    expect(sink.spans).toEqual([]);
  });

  test('is recorded by chance, at the share that is set', async () => {
    const { tracing } = await start({ ratio: 0.5 });
    let recorded = 0;
    for (let round = 0; round < 400; round += 1) {
      await tracing.run(request(SAMPLED), async (span) => {
        if (span.isRecorded) recorded += 1;
      });
    }
    // Six standard deviations around 200.
    expect(Math.abs(recorded - 200)).toBeLessThan(60);
  });

  test('without a valid span begins a trace', async () => {
    const { tracing } = await start();
    // A name of its own: spans of the test before may arrive late.
    await tracing.run({ ...request({ not: 'text' }), name: 'GET /y' }, nothing);
    expect(await spanNamed('GET /y')).toMatchObject({ parentId: '' });
  });
});

describe('a span of ours', () => {
  test.each([
    [SAMPLED, 0, true],
    [UNSAMPLED, 1, false],
  ])('%s decides, whatever the share of %d', async (own, ratio, isRecorded) => {
    const { tracing } = await start({ ratio });
    const seen = await tracing.run(
      { name: 'work', kind: 'consumer', origin: { own } },
      async (span) => span.isRecorded,
    );
    expect(seen).toBe(isRecorded);
  });

  test('whose id was reserved is the parent of what came before it', async () => {
    const { tracing } = await start();
    const spanId = '1122334455667788';
    const own = `00-${TRACE}-${spanId}-01`;
    await tracing.run({ name: 'activity', kind: 'consumer', origin: { own } }, nothing);
    const startedAt = new Date(Date.now() - 2_000);
    tracing.recordRun({ parent: SAMPLED, spanId, name: 'run', startedAt, attributes: {} });
    await tracing.run({ name: 'after', kind: 'consumer', origin: { own } }, nothing);
    const run = await spanNamed('run');
    expect(run).toMatchObject({ traceId: TRACE, spanId, parentId: SPAN });
    expect(run.durationMs).toBeGreaterThanOrEqual(2_000);
    expect((await spanNamed('activity')).parentId).toBe(spanId);
    expect((await spanNamed('after')).spanId).not.toBe(spanId);
  });
});

test('a trace for those outside is another, and is recorded if the work is', async () => {
  const { tracing } = await start({ ratio: 0 });
  const call = { name: 'POST', kind: 'client' as const, origin: 'fresh' as const };
  const given = await tracing.run({ name: 'send', kind: 'producer', origin: { own: SAMPLED } }, () =>
    tracing.run(call, async ({ traceparent }) => traceparent),
  );
  const [send, post] = await Promise.all([spanNamed('send'), spanNamed('POST')]);
  expect(given).toBe(`00-${post.traceId}-${post.spanId}-01`);
  expect(post).toMatchObject({ parentId: '', links: [{ traceId: TRACE, spanId: send.spanId }] });
  expect(post.traceId).not.toBe(TRACE);
});

test('nothing is recorded outside of a span', async () => {
  const { tracing } = await start();
  const seen: OpenSpan[] = [];
  await tracing.run({ name: 'inner', kind: 'internal' }, async (span) => void seen.push(span));
  tracing.record({ name: 'past', kind: 'client', attributes: {}, durationMs: 1 });
  expect(tracing.statement('SELECT 1')).toBeUndefined();
  expect(tracing.logFields()).toEqual({});
  expect(seen).toMatchObject([{ isRecorded: false, traceparent: undefined }]);
});

test('a failure has its class, never by its message, and texts are cut', async () => {
  const { tracing } = await start();
  const failing = tracing.run({ name: 'fails', kind: 'consumer', origin: { own: null } }, async (span) => {
    span.set({ long: 'x'.repeat(10_000), absent: undefined });
    throw Object.assign(new Error('a secret'), { code: 'NO_CREDITS' });
  });
  await expect(failing).rejects.toThrow('a secret');
  const span = await spanNamed('fails');
  expect(span).toMatchObject({ statusCode: 2, attributes: { 'error.type': 'NO_CREDITS', long: 'x'.repeat(256) } });
  expect(Buffer.concat(sink.bodies).includes('a secret')).toBe(false);
});

test('a piece of work has a limited number of spans; the rest is counted', async () => {
  const { tracing } = await start();
  await tracing.run({ name: 'loop', kind: 'consumer', origin: { own: null } }, async () => {
    for (let statement = 0; statement < 1_000; statement += 1) tracing.statement('UPDATE execution SET x = 1')?.();
  });
  const loop = await spanNamed('loop');
  expect(loop.attributes['marketwright.spans_left_out']).toBe(800);
  const below = () => sink.spans.filter(({ name }) => name === 'UPDATE execution').length;
  await waitUntil('the others', () => below() === 200);
});

describe('without a collector', () => {
  const counted = async (registry: Registry, outcome: string) =>
    Number(new RegExp(`outcome="${outcome}"\\} (\\d+)`).exec(await registry.metrics())?.[1]);

  test('work goes on, spans are counted, and one line says so', async () => {
    sink.status = 400;
    problems.length = 0;
    const { tracing, registry } = await start();
    for (let round = 0; round < 3; round += 1) {
      await tracing.run(request(undefined), nothing);
      await waitUntil('the failure', async () => (await counted(registry, 'failed')) > round);
    }
    expect(problems).toHaveLength(1);
    expect(problems[0]?.length).toBeLessThanOrEqual(300);
    expect(problems[0]).not.toContain('Bearer collector');
  });

  test('a full queue drops', async () => {
    const { tracing, registry } = await start({ queueSize: 10, batchSize: 10, delayMs: 60_000 });
    for (let round = 0; round < 50; round += 1) void tracing.run(request(undefined), nothing);
    await waitUntil('spans to be dropped', async () => (await counted(registry, 'dropped')) > 0);
    await tracing.stop();
    expect((await counted(registry, 'dropped')) + (await counted(registry, 'exported'))).toBe(50);
  });

  test('stopping takes seconds at most, though the collector never answers', async () => {
    await using server = await startSilentServer();
    // The exporter's own limit, which is longer than that of stopping, or nothing would be tested.
    process.env['OTEL_EXPORTER_OTLP_TIMEOUT'] = '4000';
    const { tracing } = await start({ url: `${server.url}/v1/traces` });
    await tracing.run(request(undefined), nothing);
    const startedAt = performance.now();
    await tracing.stop();
    expect(performance.now() - startedAt).toBeLessThan(3_900);
    delete process.env['OTEL_EXPORTER_OTLP_TIMEOUT'];
  });
});

async function startSilentServer(): Promise<AsyncDisposable & { url: string }> {
  const { createServer } = await import('node:http');
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
