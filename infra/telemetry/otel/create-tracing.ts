import { AsyncResource } from 'node:async_hooks';
import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { OpenSpan, PastRun, PastSpan, SpanAttributes, SpanOptions, Tracing } from '../tracing.ts';
import { createProvider, type ProviderOptions } from './provider.ts';
import { type OwnSampler, withDecision, withoutDecision } from './sampler.ts';
import { createStatementNames } from './statement-names.ts';
import { formatTraceparent, parseTraceparent } from './traceparent.ts';

/** Spans below one request, activity or the like; those beyond are only counted, in an attribute of it. */
const MAX_SPANS = 200;

/** How many more spans there may be below a piece of work. */
interface Budget {
  left: number;
  leftOut: number;
}
const BUDGET = createContextKey('marketwright span budget');

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

/** Tracing by OpenTelemetry. Spans are made where the work is called, without hooks in packages. */
export function createTracing(options: ProviderOptions & { tables: readonly { name: string }[] }): Tracing {
  const { tracer, sampler, ids, stop } = createProvider(options);
  const statementName = createStatementNames(options.tables.map(({ name }) => name));

  return {
    traceparent() {
      const active = trace.getSpanContext(context.active());
      return active && formatTraceparent(active);
    },
    logFields() {
      const active = trace.getSpanContext(context.active());
      return active ? { trace_id: active.traceId, span_id: active.spanId } : {};
    },
    run(span, work) {
      const parent = contextOf(span.origin, sampler);
      if (!parent) return work(NO_SPAN);
      return runIn(tracer, parent, span, work);
    },
    record: (span) => record(tracer, span),
    recordRun(run) {
      const parent = parseTraceparent(run.parent);
      if (!parent) return;
      ids.reserve(run.spanId);
      recordRun(tracer, parent, run);
    },
    statement(text) {
      if (text === 'BEGIN' || !mayHaveChild()) return undefined;
      const name = statementName(text);
      const span = tracer.startSpan(name, {
        kind: SpanKind.CLIENT,
        attributes: { 'db.system.name': 'postgresql', 'db.query.summary': name },
      });
      return (error) => {
        if (error !== undefined) fail(span, errorTypeOf(error));
        span.end();
      };
    },
    bind: (callback) => AsyncResource.bind(callback),
    stop,
  };
}

/** Where there is nothing to trace below. */
const NO_SPAN: OpenSpan = {
  traceparent: undefined,
  isRecorded: false,
  rename: () => undefined,
  set: () => undefined,
  fail: () => undefined,
};

/** The parent and its context; undefined where nothing is to be traced. */
interface Parent {
  context: Context;
  /** Spans below count anew. */
  isOutermost: boolean;
  link?: SpanContext;
}

function contextOf(origin: SpanOptions['origin'], sampler: OwnSampler): Parent | undefined {
  const active = trace.getSpanContext(context.active());
  if (origin === undefined) return mayHaveChild() ? { context: context.active(), isOutermost: false } : undefined;
  if (origin === 'fresh') {
    const isSampled = active ? (active.traceFlags & TraceFlags.SAMPLED) !== 0 : sampler.draw();
    return {
      context: withDecision(trace.deleteSpan(context.active()), isSampled),
      isOutermost: false,
      ...(active && { link: active }),
    };
  }
  if ('own' in origin) {
    const parent = parseTraceparent(origin.own);
    return { context: parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT, isOutermost: true };
  }
  const parent = parseTraceparent(origin.stranger);
  const from = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
  // Below a request whose decision has been made, that one holds.
  const isSampled = active ? (active.traceFlags & TraceFlags.SAMPLED) !== 0 : sampler.draw();
  return { context: withDecision(from, isSampled), isOutermost: true, ...(active && { link: active }) };
}

async function runIn<T>(
  tracer: Tracer,
  parent: Parent,
  { name, kind, attributes = {} }: SpanOptions,
  work: (span: OpenSpan) => Promise<T>,
): Promise<T> {
  const links = parent.link ? [{ context: parent.link }] : [];
  const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: defined(attributes), links }, parent.context);
  const budget: Budget = { left: MAX_SPANS, leftOut: 0 };
  const below = trace.setSpan(withoutDecision(parent.context), span);
  const within = parent.isOutermost ? below.setValue(BUDGET, budget) : below;
  try {
    return await context.with(within, () => work(openSpan(span)));
  } catch (error) {
    fail(span, errorTypeOf(error));
    throw error;
  } finally {
    if (budget.leftOut > 0) span.setAttribute('marketwright.spans_left_out', budget.leftOut);
    span.end();
  }
}

function openSpan(span: Span): OpenSpan {
  return {
    traceparent: formatTraceparent(span.spanContext()),
    isRecorded: span.isRecording(),
    rename: (name) => void span.updateName(name),
    set: (attributes) => void span.setAttributes(defined(attributes)),
    fail: (errorType) => fail(span, errorType),
  };
}

/** Whether a span may be added below the active one, which then counts it. Unrecorded spans have no children. */
function mayHaveChild(): boolean {
  const active = context.active();
  if (!trace.getSpan(active)?.isRecording()) return false;
  const budget = active.getValue(BUDGET) as Budget | undefined;
  if (!budget) return true;
  if (budget.left === 0) {
    budget.leftOut += 1;
    return false;
  }
  budget.left -= 1;
  return true;
}

function record(tracer: Tracer, { name, kind, attributes, durationMs, errorType }: PastSpan): void {
  if (!mayHaveChild()) return;
  const endedAt = Date.now();
  const span = tracer.startSpan(name, {
    kind: KINDS[kind],
    attributes: defined(attributes),
    startTime: endedAt - durationMs,
  });
  if (errorType !== undefined) fail(span, errorType);
  span.end(endedAt);
}

function recordRun(tracer: Tracer, parent: SpanContext, { name, attributes, startedAt, errorType }: PastRun): void {
  const span = tracer.startSpan(
    name,
    { kind: SpanKind.SERVER, attributes: defined(attributes), startTime: startedAt },
    trace.setSpanContext(ROOT_CONTEXT, parent),
  );
  if (errorType !== undefined) fail(span, errorType);
  span.end();
}

function fail(span: Span, errorType: string): void {
  span.setAttribute('error.type', errorType).setStatus({ code: SpanStatusCode.ERROR });
}

/** A class of errors; never the message, which may hold what a partner wrote. */
function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error === 'string' ? 'string' : 'unknown';
  for (const field of ['type', 'code'] as const) {
    const value: unknown = Reflect.get(error, field);
    if (typeof value === 'string' && value !== '') return value;
  }
  return error.name;
}

function defined(attributes: SpanAttributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}
