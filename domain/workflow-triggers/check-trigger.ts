import { z } from 'zod';
import { blankPrompts, namedCapability, requirePrompts } from '../capabilities/request.ts';
import type { Deps } from '../kernel/deps.ts';
import { detailsOf } from '../kernel/invoke.ts';
import type { ErrorDetails } from '../kernel/problems.ts';
import { blankInputs } from '../workflow-templates/plan.ts';
import { getTemplateBySlug } from '../workflow-templates/target.ts';
import { triggerProblems } from './schema.ts';
import type { Target } from './target.ts';

/**
 * Errors in a body beyond its schema: in the combination of its fields, and in the input, which is validated as its
 * executions will be, so that errors show now and not at night.
 */
export async function checkTrigger(deps: Deps, raw: unknown, target: Target): Promise<ErrorDetails> {
  const schema = inputSchema(deps, target);
  const { error } = z.object({ input: schema.prefault({}) }).safeParse(raw, { reportInput: true });
  return { ...(error && detailsOf(error)), ...triggerProblems(deps.clock.now(), raw) };
}

/** Throws PRECONDITION_FAILED when a text for the AI is blank. */
export function requireTexts(deps: Deps, target: Target, given: Record<string, unknown>): void {
  const input = inputSchema(deps, target).parse(given);
  const { template_slug, capability_slug } = target;
  if (template_slug !== null) requirePrompts(blankInputs(getTemplateBySlug(template_slug), input), 'input');
  if (capability_slug !== null) requirePrompts(blankPrompts(namedCapability(deps, capability_slug), input), 'input');
}

function inputSchema(deps: Deps, { template_slug, capability_slug }: Target): z.ZodObject {
  if (template_slug !== null) return getTemplateBySlug(template_slug).input;
  return capability_slug === null ? z.object({}) : namedCapability(deps, capability_slug).settings;
}
