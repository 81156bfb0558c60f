import Big from 'big.js';
import type { AiModel } from '../../infra/ai/port.ts';
import type { MeasuredModel } from './measured-store.ts';
import type { OPTIMIZE_FOR } from './schema.ts';

/** A model that could be asked for a capability, and what speaks for it. */
export interface RankedModel {
  model: string;
  /** US dollars of a mean call at list price, as a decimal string; null where the model has no price. */
  cost_per_call: string | null;
  /** Milliseconds; null: it was not measured. */
  median_latency_ms: number | null;
  /** 0 to 1; null: it was not measured. */
  success_rate: number | null;
  calls: number;
  /** What the figures rest on, in a sentence. */
  basis: string;
}

/** Tokens of a call where nothing was measured. */
const NOMINAL = { input_tokens: 1_500, output_tokens: 1_000 };
/** Fewer calls say nothing about how often a model succeeds. */
const ENOUGH_CALLS = 5;

/** The models on offer, the best for the purpose first; equal ones in the order in which they are offered. */
export function rankModels(
  models: readonly AiModel[],
  measured: readonly MeasuredModel[],
  purpose: (typeof OPTIMIZE_FOR)[number],
): RankedModel[] {
  const tokens = meanTokens(measured);
  const byName = new Map(measured.map((each) => [each.model, each]));
  const ranked = models
    .filter(({ isOffered }) => isOffered)
    .map((model) => describe(model, byName.get(model.name), tokens));
  return ranked.toSorted(COMPARE[purpose]);
}

const COMPARE: Record<(typeof OPTIMIZE_FOR)[number], (a: RankedModel, b: RankedModel) => number> = {
  cost: (a, b) => compareNumbers(costOf(a), costOf(b)),
  // What was measured goes first; of the rest the cheap ones, since small models answer sooner.
  speed: (a, b) => compareNumbers(a.median_latency_ms, b.median_latency_ms) || compareNumbers(costOf(a), costOf(b)),
  // A model that fails is no good, whatever it costs; of those that do not, providers ask more for the better ones.
  quality: (a, b) => compareNumbers(failures(a), failures(b)) || compareNumbers(worthOf(a), worthOf(b)),
};

/** Share of calls that failed, in tenths, so that chance does not decide; few calls count as none that failed. */
function failures({ success_rate, calls }: RankedModel): number {
  return success_rate === null || calls < ENOUGH_CALLS ? 0 : Math.round((1 - success_rate) * 10);
}

/** What is not known comes last. */
function compareNumbers(a: number | null, b: number | null): number {
  return a === b ? 0 : a === null ? 1 : b === null ? -1 : a - b;
}

function costOf({ cost_per_call }: RankedModel): number | null {
  return cost_per_call === null ? null : Number(cost_per_call);
}

/** The dearer, the lower. */
function worthOf(model: RankedModel): number | null {
  const cost = costOf(model);
  return cost === null ? null : -cost;
}

function describe(
  { name, price }: AiModel,
  measured: MeasuredModel | undefined,
  tokens: typeof NOMINAL & { isMeasured: boolean },
): RankedModel {
  const { input_tokens, output_tokens } = tokens;
  const cost = price && new Big(price.input).times(input_tokens).plus(new Big(price.output).times(output_tokens));
  return {
    model: name,
    cost_per_call: cost?.div(1_000_000).round(6).toFixed() ?? null,
    median_latency_ms: measured?.median_ms ?? null,
    success_rate: measured ? Math.round((measured.succeeded / measured.calls) * 1_000) / 1_000 : null,
    calls: measured?.calls ?? 0,
    basis: [
      measured
        ? `Measured over ${measured.calls} calls for this capability.`
        : 'No history: it was not asked for this.',
      price
        ? `Price table, for ${input_tokens} tokens in and ${output_tokens} out, ${tokens.isMeasured ? 'the mean of your calls' : 'an assumption'}.`
        : 'It has no price.',
    ].join(' '),
  };
}

/** What a call for the capability takes, whatever model is asked. */
function meanTokens(measured: readonly MeasuredModel[]): typeof NOMINAL & { isMeasured: boolean } {
  const calls = measured.reduce((sum, each) => sum + each.calls, 0);
  if (calls === 0) return { ...NOMINAL, isMeasured: false };
  const mean = (tokens: (each: MeasuredModel) => number) =>
    Math.round(measured.reduce((sum, each) => sum + tokens(each) * each.calls, 0) / calls);
  return {
    input_tokens: mean((each) => each.input_tokens),
    output_tokens: mean((each) => each.output_tokens),
    isMeasured: true,
  };
}
