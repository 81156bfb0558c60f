import Big from 'big.js';
import type { AiModel } from '../../../infra/ai/port.ts';
import { capabilityOfBody, namedCapability } from '../../capabilities/request.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { historyStart, type MeasuredModel, measureModels } from '../measured-store.ts';
import { modelRecommendationBody, type OPTIMIZE_FOR } from '../schema.ts';

/** Ranked models for a capability. */
export interface ModelRecommendation {
  capability: string;
  optimize_for: (typeof OPTIMIZE_FOR)[number];
  recommended: RankedModel;
  alternatives: RankedModel[];
}

/** Ranks the offered models for a capability by price table and measurements. Calls no AI. */
export const recommendModel = operation({
  name: 'agents.recommend_model',
  permission: 'view_companies',
  params: nothing,
  target: capabilityOfBody,
  input: modelRecommendationBody,
  // Only reads.
  async run(deps, call, { capability: slug, optimize_for }): Promise<ModelRecommendation> {
    const { slug: capability } = namedCapability(deps, slug);
    const since = historyStart(deps.clock.now());
    const measured = await measureModels(deps.db, partnerOf(call), { capability, since });
    const [recommended, ...alternatives] = rankModels(deps.ai.models.known, measured, optimize_for);
    if (!recommended) throw new Error('No model is on offer.');
    return { capability, optimize_for, recommended, alternatives };
  },
});

/** An offered model with its figures for a capability. */
export interface RankedModel {
  model: string;
  /** US dollars of a mean call at list price, as a decimal string; null when the model has no price. */
  cost_per_call: string | null;
  /** Milliseconds; null: not measured. */
  median_latency_ms: number | null;
  /** 0 to 1; null: not measured. */
  success_rate: number | null;
  calls: number;
  /** A sentence on the source of the figures. */
  basis: string;
}

/** Assumed tokens of a call without measurements. */
const NOMINAL = { input_tokens: 1_500, output_tokens: 1_000 };
/** Calls needed before the success rate counts. */
const ENOUGH_CALLS = 5;

/** Offered models, best for the purpose first; ties keep the order of the offer. */
function rankModels(
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
  // Measured models first; then the cheap ones, since small models answer faster.
  speed: (a, b) => compareNumbers(a.median_latency_ms, b.median_latency_ms) || compareNumbers(costOf(a), costOf(b)),
  // Reliability first; then the price, since providers charge more for better models.
  quality: (a, b) => compareNumbers(failures(a), failures(b)) || compareNumbers(worthOf(a), worthOf(b)),
};

/** Failure rate in tenths, so that chance does not decide; 0 when there are too few calls. */
function failures({ success_rate, calls }: RankedModel): number {
  return success_rate === null || calls < ENOUGH_CALLS ? 0 : Math.round((1 - success_rate) * 10);
}

/** Unknown values come last. */
function compareNumbers(a: number | null, b: number | null): number {
  return a === b ? 0 : a === null ? 1 : b === null ? -1 : a - b;
}

function costOf({ cost_per_call }: RankedModel): number | null {
  return cost_per_call === null ? null : Number(cost_per_call);
}

/** Lower for more expensive models. */
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

/** Mean tokens of a call for the capability over all models. */
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
