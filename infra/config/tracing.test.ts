import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { environment } from './environment.ts';
import { tracingConfig, tracingSettings } from './tracing.ts';

const read = (env: Record<string, string>) => tracingConfig(environment(z.object(tracingSettings), env));
const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };

test.each([
  [{}],
  [{ OTEL_TRACES_SAMPLER: 'always_on' }],
  [{ ...ENDPOINT, OTEL_SDK_DISABLED: 'true' }],
  [{ ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none' }],
])('is off with %j', (env) => {
  expect(read(env)).toBeUndefined();
});

test('has the defaults of the specification, except for smaller batches', () => {
  expect(read(ENDPOINT)).toEqual({
    url: 'http://collector:4318/v1/traces',
    headers: {},
    serviceName: undefined,
    resourceAttributes: {},
    ratio: 1,
    delayMs: 5_000,
    exportTimeoutMs: 30_000,
    queueSize: 2_048,
    batchSize: 128,
  });
});

test('takes the address of traces as it is', () => {
  expect(read({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.test/custom' })?.url).toBe(
    'https://traces.test/custom',
  );
});

test('reads names, headers and attributes, decoded', () => {
  const config = read({
    ...ENDPOINT,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20x%3D, x-tenant=1',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test,service.name=other',
  });
  expect(config?.headers).toEqual({ authorization: 'Bearer x=', 'x-tenant': '1' });
  expect(config?.serviceName).toBe('other');
  expect(config?.resourceAttributes['deployment.environment.name']).toBe('test');
});

test.each([
  ['always_on', undefined, 1],
  ['always_off', undefined, 0],
  ['traceidratio', '0.25', 0.25],
  ['parentbased_always_on', '0.25', 1],
  ['parentbased_always_off', undefined, 0],
  ['parentbased_traceidratio', '0.1', 0.1],
  ['parentbased_traceidratio', undefined, 1],
])('%s of %s records a share of %d', (sampler, arg, ratio) => {
  const env = { ...ENDPOINT, OTEL_TRACES_SAMPLER: sampler, ...(arg && { OTEL_TRACES_SAMPLER_ARG: arg }) };
  expect(read(env)?.ratio).toBe(ratio);
});

test.each([
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
  ['OTEL_TRACES_SAMPLER_ARG', '2'],
  ['OTEL_TRACES_EXPORTER', 'zipkin'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'no value'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'broken=%zz'],
  ['OTEL_BSP_MAX_QUEUE_SIZE', '100000000'],
  ['OTEL_BSP_MAX_QUEUE_SIZE', '64'],
])('%s=%s is an error, not a guess', (name, value) => {
  expect(() => read({ ...ENDPOINT, [name]: value })).toThrow(/OTEL_/);
});
