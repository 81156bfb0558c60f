import { PRICES } from '../capabilities/prices.ts';
import { type Hold, holdCredits, holdFor } from '../credits/ledger.ts';
import { type Call, isSandbox } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { partnerOf } from '../kernel/invoke.ts';
import { requireAi } from '../kernel/require-ai.ts';
import type { Story } from './fields.ts';
import { insertGeneration } from './generation-store.ts';
import { creditReference, GENERATION_CAPABILITY, type SUGGESTION_CAPABILITY } from './rules.ts';
import type { CaseStudyGenerationRow } from './table.ts';

/** Input of a generation. */
export interface GenerationRequest {
  story: Story;
  context: Record<string, unknown>;
}

/**
 * Accepts a generation: holds the credits and enqueues the workflow. Throws SERVICE_UNAVAILABLE, DAILY_CREDIT_LIMIT_EXCEEDED
 * and NO_CREDITS.
 */
export async function acceptGeneration(
  deps: Deps,
  call: Call,
  { story, context }: GenerationRequest,
): Promise<CaseStudyGenerationRow> {
  requireAi(deps, call);
  const partnerId = partnerOf(call);
  const sandbox = isSandbox(call);
  const rowKey = deps.ids.uuid();
  return deps.transaction(call, async (tx) => {
    const generation = await insertGeneration(tx.em, tx.now, {
      row_key: rowKey,
      partner_id: partnerId,
      story,
      context,
      sandbox,
    });
    const { id: generationId } = generation;
    tx.enqueue({ kind: 'case_study.generate', generationId, rowKey, partnerId, sandbox, requestId: call.requestId });
    tx.audit({ type: 'case_study_generation', id: generationId });
    tx.made({ type: 'case_study_generation', id: generationId });
    holdCredits(tx, holdOf(call, GENERATION_CAPABILITY, creditReference(rowKey)));
    return generation;
  });
}

/** The hold for a generation or suggestion: the capability's price, 0 for a sandbox key. */
export function holdOf(
  call: Call,
  capability: typeof GENERATION_CAPABILITY | typeof SUGGESTION_CAPABILITY,
  reference: string,
): Hold {
  return holdFor(call, { amount: PRICES[capability], reference, capability });
}
