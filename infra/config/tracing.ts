import { z } from 'zod';
import { flag, SettingsError } from './environment.ts';

const address = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .refine((value) => !/[?#]|\/\/[^/]*@/.test(value), 'must have no credentials, query or fragment');

const HEADERS_FORM = 'must be `name=value` pairs, separated by commas, values percent-encoded';
/** `name=value,…` as the specification of OpenTelemetry has it. */
const pairs = z
  .string()
  .default('')
  .transform((text, { addIssue }) => {
    const entries: [string, string][] = [];
    for (const pair of text.split(',').filter((part) => part.trim() !== '')) {
      const at = pair.indexOf('=');
      const value = decoded(pair.slice(at + 1).trim());
      if (at < 1 || value === undefined) addIssue(HEADERS_FORM);
      else entries.push([pair.slice(0, at).trim(), value]);
    }
    return Object.fromEntries(entries);
  });

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Samplers of the specification of OpenTelemetry. */
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

const protocol = z.literal('http/protobuf', 'can only be http/protobuf').optional();
const count = (usual: number, most: number) => z.coerce.number().int().min(1).max(most).default(usual);

/**
 * Settings of tracing, with the names and defaults of the specification of OpenTelemetry, except for smaller batches. The
 * exporter itself reads those about compression, time-outs and certificates (OTEL_EXPORTER_OTLP_…).
 */
export const tracingSettings = {
  OTEL_SDK_DISABLED: flag,
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none'], 'must be otlp or none').default('otlp'),
  OTEL_EXPORTER_OTLP_ENDPOINT: address.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol,
  OTEL_EXPORTER_OTLP_HEADERS: pairs,
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: pairs,
  OTEL_SERVICE_NAME: z.string().max(255).optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs,
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS, `must be one of ${SAMPLERS.join(', ')}`).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  OTEL_BSP_SCHEDULE_DELAY: count(5_000, 60_000),
  OTEL_BSP_EXPORT_TIMEOUT: count(30_000, 60_000),
  OTEL_BSP_MAX_QUEUE_SIZE: count(2_048, 65_536),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: count(128, 512),
};
const schema = z.object(tracingSettings);

/** Where spans go, and which. */
export interface TracingConfig {
  /** Address that takes spans by OTLP over HTTP. */
  url: string;
  /** Sent with them; may hold credentials. */
  headers: Record<string, string>;
  /** undefined: `marketwright-` and the name of the process. */
  serviceName: string | undefined;
  resourceAttributes: Record<string, string>;
  /** Share of the traces to record, 0 to 1. */
  ratio: number;
  /** Milliseconds until a batch that is not full is sent. */
  delayMs: number;
  exportTimeoutMs: number;
  /** Spans that wait at most; more are dropped. */
  queueSize: number;
  batchSize: number;
}

/** The tracing that the settings describe; undefined: none. Throws SettingsError. */
export function tracingConfig(values: z.output<typeof schema>): TracingConfig | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = values;
  const url = own ?? (base && `${base.replace(/\/+$/, '')}/v1/traces`);
  if (url === undefined || values.OTEL_SDK_DISABLED || values.OTEL_TRACES_EXPORTER === 'none') return undefined;
  if (values.OTEL_BSP_MAX_EXPORT_BATCH_SIZE > values.OTEL_BSP_MAX_QUEUE_SIZE) {
    throw new SettingsError('OTEL_BSP_MAX_EXPORT_BATCH_SIZE: must not be greater than OTEL_BSP_MAX_QUEUE_SIZE');
  }
  return {
    url,
    headers: { ...values.OTEL_EXPORTER_OTLP_HEADERS, ...values.OTEL_EXPORTER_OTLP_TRACES_HEADERS },
    serviceName: values.OTEL_SERVICE_NAME ?? values.OTEL_RESOURCE_ATTRIBUTES['service.name'],
    resourceAttributes: values.OTEL_RESOURCE_ATTRIBUTES,
    ratio: ratioOf(values),
    delayMs: values.OTEL_BSP_SCHEDULE_DELAY,
    exportTimeoutMs: values.OTEL_BSP_EXPORT_TIMEOUT,
    queueSize: values.OTEL_BSP_MAX_QUEUE_SIZE,
    batchSize: values.OTEL_BSP_MAX_EXPORT_BATCH_SIZE,
  };
}

/**
 * The share of traces that begin with us. What `parentbased` adds is always so between our processes, and never for a
 * caller's flag.
 */
function ratioOf({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio }: z.output<typeof schema>): number {
  if (sampler.endsWith('always_on')) return 1;
  return sampler.endsWith('always_off') ? 0 : ratio;
}
