import { z } from 'zod';
import { blankPrompts, requirePrompts } from '../capabilities/settings.ts';
import { namedCapability } from '../capabilities/target.ts';
import type { Deps } from '../kernel/deps.ts';
import { detailsOf } from '../kernel/invoke.ts';
import type { ErrorDetails } from '../kernel/problems.ts';
import { blankInputs } from '../workflow-templates/plan.ts';
import { namedTemplate } from '../workflow-templates/target.ts';
import { triggerProblems } from './schema.ts';
import type { Target } from './target.ts';

/**
 * What is wrong with a body besides its form: with its parts together, and with the input, which is held against what the executions will
 * be held against, so that nobody learns of it at night.
 */
export async function checkTrigger(deps: Deps, raw: unknown, target: Target): Promise<ErrorDetails> {
  const schema = inputSchema(deps, target);
  const { error } = z.object({ input: schema.prefault({}) }).safeParse(raw, { reportInput: true });
  return { ...(error && detailsOf(error)), ...triggerProblems(deps.clock.now(), raw) };
}

/** PRECONDITION_FAILED where a text that asks the AI something is blank. */
export function requireTexts(deps: Deps, target: Target, given: Record<string, unknown>): void {
  const input = inputSchema(deps, target).parse(given);
  const { template_slug, capability_slug } = target;
  if (template_slug !== null) requirePrompts(blankInputs(namedTemplate(template_slug), input), 'input');
  if (capability_slug !== null) requirePrompts(blankPrompts(namedCapability(deps, capability_slug), input), 'input');
}

function inputSchema(deps: Deps, { template_slug, capability_slug }: Target): z.ZodObject {
  if (template_slug !== null) return namedTemplate(template_slug).input;
  return capability_slug === null ? z.object({}) : namedCapability(deps, capability_slug).settings;
}
