import type { z } from 'zod';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { acceptGeneration, awaitEnd, resultOf } from '../generation.ts';
import { findGeneration } from '../generation-store.ts';
import { loadPromptContext, referencedSources } from '../prompt-context.ts';
import { caseStudyNotFound, GENERATION_CAPABILITY } from '../rules.ts';
import { generateBody } from '../schema.ts';
import type { CaseStudy } from '../table.ts';

/** Generates a case study and waits for it within the limit of requests. Throws GENERATION_FAILED. */
export const generateCaseStudy = operation({
  name: 'case_studies.generate',
  permission: 'manage_content',
  params: nothing,
  capability: () => GENERATION_CAPABILITY,
  references: referencedSources,
  input: generateBody,
  run,
  recover,
});

/** Not one transaction: a workflow does the work, and the request waits for its end. */
async function run(deps: Deps, call: Call, body: z.output<typeof generateBody>): Promise<CaseStudy> {
  const { brand_voice_company_id, brand_voice_product_id, kb_ids, additional_context, ...story } = body;
  const given = { brand_voice_company_id, brand_voice_product_id, kb_ids, additional_context };
  const context = await loadPromptContext(deps, call, given, { ...story, additional_context });
  const generation = await acceptGeneration(deps, call, { story, context });
  return resultOf(deps, call, await awaitEnd(deps, generation));
}

/** A retry waits for the generation of the first request; if that failed and left nothing, a new one starts. */
async function recover(deps: Deps, call: Call, madeId: string): Promise<CaseStudy> {
  const begun = await findGeneration(deps.db, Number(madeId));
  if (begun?.partner_id !== partnerOf(call)) throw caseStudyNotFound();
  const again = begun.status === 'failed' && begun.case_study_id === null;
  const generation = again ? await acceptGeneration(deps, call, begun) : begun;
  return resultOf(deps, call, await awaitEnd(deps, generation));
}
