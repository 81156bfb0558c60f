import {
  type Counter,
  context,
  createNoopMeter,
  DiagLogLevel,
  diag,
  type MeterProvider,
  type Tracer,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type IdGenerator, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace';
import { Counter as PrometheusCounter, type Registry } from 'prom-client';
import type { TracingConfig } from '../../config/tracing.ts';
import { atIntervals } from '../../processes/at-intervals.ts';
import { atMost } from '../../processes/at-most.ts';
import { OwnSampler } from './sampler.ts';

/** Settings of createProvider. */
export interface ProviderOptions {
  config: TracingConfig;
  /** Name of the process, `api` or `worker`. */
  name: string;
  registry: Registry;
  /** Reports that spans could not be exported, at most once a minute. */
  onProblem(reason: string): void;
}

/** Longest text of an attribute, characters; the specification knows no limit. */
const MAX_VALUE_LENGTH = 256;
/** Far above what any span of ours has. */
const MAX_ATTRIBUTES = 40;
const MAX_LINKS = 8;
/** A stopping process waits this long for the collector, milliseconds. */
const STOP_LIMIT_MS = 3_000;
const PROBLEM_PAUSE_MS = 60_000;
/** Longest reason in the log, characters. */
const MAX_REASON = 300;

let hasContexts = false;

/** What makes and exports spans. They share the context of the process. */
export function createProvider({ config, name, registry, onProblem }: ProviderOptions): {
  tracer: Tracer;
  sampler: OwnSampler;
  ids: SpanIds;
  stop(): Promise<void>;
} {
  reportProblems(onProblem);
  if (!hasContexts) hasContexts = context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const sampler = new OwnSampler(config.ratio);
  const ids = new SpanIds();
  const processor = new BatchSpanProcessor({
    exporter: new OTLPTraceExporter({ url: config.url, headers: config.headers }),
    scheduledDelayMillis: config.delayMs,
    exportTimeoutMillis: config.exportTimeoutMs,
    maxQueueSize: config.queueSize,
    maxExportBatchSize: config.batchSize,
    selfObsMeterProvider: spanCounter(registry),
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      ...config.resourceAttributes,
      'service.name': config.serviceName ?? `marketwright-${name}`,
    }),
    sampler,
    idGenerator: ids,
    spanLimits: {
      attributeValueLengthLimit: MAX_VALUE_LENGTH,
      attributeCountLimit: MAX_ATTRIBUTES,
      linkCountLimit: MAX_LINKS,
    },
    spanProcessors: [processor],
  });
  return {
    tracer: provider.getTracer('marketwright'),
    sampler,
    ids,
    async stop() {
      await atMost(
        STOP_LIMIT_MS,
        provider.shutdown().catch(() => undefined),
      );
    },
  };
}

/** Random ids, except where one was reserved. */
class SpanIds implements IdGenerator {
  readonly #random = new RandomIdGenerator();
  #next: string | undefined;

  /** Sets the id of the span that is started next, in the same turn of the event loop. */
  reserve(spanId: string): void {
    this.#next = spanId;
  }

  generateTraceId(): string {
    return this.#random.generateTraceId();
  }

  generateSpanId(): string {
    const next = this.#next;
    this.#next = undefined;
    return next ?? this.#random.generateSpanId();
  }
}

/** Counts what became of spans, from the SDK's own figures about its queue. */
function spanCounter(registry: Registry): MeterProvider {
  const spans = new PrometheusCounter({
    name: 'marketwright_trace_spans_total',
    help: 'Spans by outcome: exported, failed (the collector did not take them), or dropped (too many were waiting).',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of ['exported', 'failed', 'dropped']) spans.inc({ outcome }, 0);
  const processed: Counter = {
    add(count, attributes = {}) {
      const errorType = attributes['error.type'];
      const outcome = errorType === undefined ? 'exported' : errorType === 'queue_full' ? 'dropped' : 'failed';
      spans.inc({ outcome }, count);
    },
  };
  return {
    getMeter() {
      const meter = createNoopMeter();
      const createCounter = meter.createCounter.bind(meter);
      meter.createCounter = (metric, options) =>
        metric === 'otel.sdk.processor.span.processed' ? processed : createCounter(metric, options);
      return meter;
    },
  };
}

/** While the collector is away there is a problem with every batch; one line a minute is enough. */
function reportProblems(onProblem: (reason: string) => void): void {
  const report = atIntervals(PROBLEM_PAUSE_MS, (reason: string) => onProblem(messageIn(reason).slice(0, MAX_REASON)));
  const quiet = () => undefined;
  const logger = { error: report, warn: report, info: quiet, debug: quiet, verbose: quiet };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}

/** The SDK reports errors as JSON, with a stack; other problems as sentences. */
function messageIn(reason: string): string {
  try {
    const { name, message } = JSON.parse(reason) as { name?: unknown; message?: unknown };
    return `${name}: ${message}`;
  } catch {
    return reason;
  }
}
