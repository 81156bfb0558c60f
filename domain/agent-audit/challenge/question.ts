import type { Capabilities } from '../../capabilities/feature.ts';
import { defaultPlan, pricePlan } from '../../capabilities/plan.ts';
import type { StepContext } from '../../capabilities/types.ts';
import type { AdversarialPrompt } from './types.ts';

/** The capability that the prompts use: it answers and changes nothing. */
export const CHALLENGED_CAPABILITY = 'dry_run';

/** Wraps a prompt in the context of an execution step, so that the agent's usual rules apply. */
export function contextOf(
  capabilities: Pick<Capabilities, 'find'>,
  { message }: AdversarialPrompt,
  acceptedAt: Date,
): StepContext {
  const capability = capabilities.find(CHALLENGED_CAPABILITY);
  const [step] = capability ? pricePlan(0, defaultPlan(capability, {}).steps) : [];
  if (!capability || !step) throw new Error(`The capability ${CHALLENGED_CAPABILITY} is not in the catalogue.`);
  return { capability, settings: { message }, context: {}, step, earlier: [], acceptedAt };
}
