import type { z } from 'zod';
import { applyAgent, resolveAgent } from '../../agents/configuration.ts';
import { type AgentJob, agentJob, bodyOfJob, capabilitiesOfJob, checkJob } from '../../agents/target.ts';
import { defaultPlan, pricePlan } from '../../capabilities/plan.ts';
import { blankPrompts, namedCapability, priceOf, requirePrompts } from '../../capabilities/request.ts';
import type { PlannedStep } from '../../capabilities/types.ts';
import { referencesInSettings, resolveReferencedRecords } from '../../executions/accept.ts';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { operation } from '../../kernel/operation.ts';
import { withPassages } from '../../knowledge-bases/retrieval.ts';
import { auditedAgentParams, previewBody } from '../schema.ts';

/** The question that an agent would get. */
export interface CapabilityPreview {
  capability: string;
  /** Model of the first step. */
  model: string;
  /** System prompt of the first AI step. */
  instructions: string;
  /** User prompt of that step. */
  prompt: string;
  plan: { summary: string; steps: PlannedStep[] };
  estimated_credits: number;
}

/** Shows the question of an agent for a capability by the default plan. Calls no AI and charges nothing. */
export const previewCapability = operation({
  name: 'agents.preview_capability',
  permission: 'view_companies',
  params: auditedAgentParams,
  target: agentJob,
  capability: capabilitiesOfJob,
  references: referencesInSettings,
  input: previewBody,
  inputFor: bodyOfJob(previewBody, (settings) => settings.prefault({})),
  checkInput: checkJob,
  run,
});

/** Only reads. */
async function run(
  deps: Deps,
  call: Call,
  { capability: slug, settings }: z.output<typeof previewBody>,
  { agent }: AgentJob,
): Promise<CapabilityPreview> {
  const capability = namedCapability(deps, slug);
  const referenced = await resolveReferencedRecords(deps, call, { capability, settings, context: {} });
  requirePrompts(blankPrompts(capability, settings), 'settings');
  const named = await withPassages(deps, referenced);
  const { ai, clock } = deps;
  const price = priceOf(capability, settings);
  const { summary, steps } = defaultPlan(capability, settings);
  const planned = pricePlan(price, steps);
  const configuration = resolveAgent(agent);
  const asked = planned.flatMap((step) => {
    if (step.depends_on.length > 0) return [];
    const context = { capability, settings, context: named, step, earlier: [], acceptedAt: clock.now() };
    const kind = deps.capabilities.stepKind(step.kind);
    const { task } = kind;
    const question = kind.question(context);
    if (!question) return [];
    return [{ task, ...applyAgent(configuration, { task, capability: capability.slug, models: ai.models }, question) }];
  });
  const [first] = asked;
  return {
    capability: capability.slug,
    model: first?.model ?? ai.models.byTask[first?.task ?? 'write'],
    instructions: first?.instructions ?? '',
    prompt: first?.prompt ?? '',
    plan: { summary, steps: planned },
    estimated_credits: price,
  };
}
