import { type Context, createContextKey, isSpanContextValid, TraceFlags, trace } from '@opentelemetry/api';
import { type Sampler, SamplingDecision, type SamplingResult } from '@opentelemetry/sdk-trace';

const DECISION = createContextKey('marketwright sampling decision');

/** The context with a decision for the next span, whatever its parent's flags say. */
export function withDecision(context: Context, isSampled: boolean): Context {
  return context.setValue(DECISION, isSampled);
}

/** The context without such a decision, for the spans below. */
export function withoutDecision(context: Context): Context {
  return context.deleteValue(DECISION);
}

/**
 * Follows the decision in the context, else that of the parent, which is a span of ours, else chance. Chance and not the
 * trace's id decides, since a caller chooses that: it would choose to be recorded.
 */
export class OwnSampler implements Sampler {
  readonly #ratio: number;

  /** `ratio`: share of the traces to record, 0 to 1. */
  constructor(ratio: number) {
    this.#ratio = ratio;
  }

  /** Whether to record a trace that begins here. */
  draw(): boolean {
    return Math.random() < this.#ratio;
  }

  shouldSample(context: Context): SamplingResult {
    return { decision: this.#isSampled(context) ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD };
  }

  toString(): string {
    return `OwnSampler{${this.#ratio}}`;
  }

  #isSampled(context: Context): boolean {
    const decided = context.getValue(DECISION);
    if (typeof decided === 'boolean') return decided;
    const parent = trace.getSpanContext(context);
    if (!parent || !isSpanContextValid(parent)) return this.draw();
    return (parent.traceFlags & TraceFlags.SAMPLED) !== 0;
  }
}
