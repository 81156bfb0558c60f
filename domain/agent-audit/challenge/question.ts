import type { Capabilities } from '../../capabilities/feature.ts';
import { defaultPlan, pricePlan } from '../../capabilities/plan.ts';
import type { StepContext } from '../../capabilities/types.ts';
import type { AdversarialPrompt } from './types.ts';

/** The capability by which an agent is spoken to: it answers and changes nothing. */
export const CHALLENGED_CAPABILITY = 'dry_run';

/** A prompt as the step of an execution would have it, so that the agent meets it under the rules that hold for its work. */
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
