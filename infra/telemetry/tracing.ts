/** Attributes of a span by name; undefined ones are left out. */
export type SpanAttributes = Record<string, string | number | boolean | undefined>;

/** What a span stands for. */
export interface SpanOptions {
  name: string;
  kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  attributes?: SpanAttributes;
  /**
   * Where the span belongs; below the active span when absent, and without one it is not recorded.
   * - `stranger`: the traceparent of a caller, whose trace it joins; whether it is recorded is our own decision.
   * - `own`: the traceparent of a span of ours, whose decision it follows; without one it begins a trace.
   * - `fresh`: a trace of its own, for those outside; it links to the active span and is recorded if that one is.
   */
  origin?: { stranger: unknown } | { own: string | null | undefined } | 'fresh';
}

/** A span while its work runs. */
export interface OpenSpan {
  /** W3C traceparent of the span; undefined where nothing is traced. */
  traceparent: string | undefined;
  /** Whether it will be exported; attributes of others need not be collected. */
  isRecorded: boolean;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Marks the span as failed. `errorType` is a class of failures, never a message. */
  fail(errorType: string): void;
}

/** A span whose work is over: it ends now and took this long. */
export interface PastSpan {
  name: string;
  kind: SpanOptions['kind'];
  attributes: SpanAttributes;
  durationMs: number;
  errorType?: string | undefined;
}

/** The end of a workflow run, whose span's id is known from its start (`runSpanId`). */
export interface PastRun {
  /** What started the run. */
  parent: string;
  /** 16 hexadecimal digits, by which the run's activities name their parent. */
  spanId: string;
  name: string;
  startedAt: Date;
  attributes: SpanAttributes;
  errorType?: string | undefined;
}

/** Called at the start of a statement; returns what to call at its end, undefined where it is not recorded. */
export type StatementObserver = (text: string) => ((error?: unknown) => void) | undefined;

/** Spans of this process. Where tracing is off there is no object of this kind, and nothing is loaded for it. */
export interface Tracing {
  /** W3C traceparent of the active span; undefined where there is none. */
  traceparent(): string | undefined;
  /** `trace_id` and `span_id` of the active span, for lines of the log. */
  logFields(): { trace_id?: string; span_id?: string };
  /** Runs work in a span, which fails when the work does. */
  run<T>(options: SpanOptions, work: (span: OpenSpan) => Promise<T>): Promise<T>;
  /** Adds a span below the active one. */
  record(span: PastSpan): void;
  /** Adds the span of a workflow run. */
  recordRun(run: PastRun): void;
  /** Adds spans of statements below the active one, named by verb and table. */
  statement: StatementObserver;
  /** Binds a callback to the active span, for queues that call back from the context of another. */
  bind<Given extends unknown[]>(callback: (...given: Given) => unknown): (...given: Given) => unknown;
  /** Exports what is left, for a few seconds at most. */
  stop(): Promise<void>;
}

/** Runs a round of a background loop in a trace of its own; where tracing is off, only runs it. */
export function traceRound<T>(
  tracing: Tracing | undefined,
  name: string,
  work: () => Promise<T>,
  attributes: SpanAttributes = {},
): Promise<T> {
  return tracing ? tracing.run({ name, kind: 'internal', origin: { own: undefined }, attributes }, work) : work();
}
