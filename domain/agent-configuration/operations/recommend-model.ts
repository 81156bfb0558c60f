import { namedCapability } from '../../capabilities/request.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { measureModels } from '../measured-store.ts';
import { type RankedModel, rankModels } from '../model-ranking.ts';
import { historyStart } from '../rules.ts';
import { modelRecommendationBody } from '../schema.ts';

/** Ranked models for a capability. */
export interface ModelRecommendation {
  capability: string;
  optimize_for: string;
  recommended: RankedModel;
  alternatives: RankedModel[];
}

/** Ranks the offered models for a capability by price table and measurements. Calls no AI. */
export const recommendModel = operation({
  name: 'agents.recommend_model',
  permission: 'view_companies',
  params: nothing,
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
