import type { z } from 'zod';
import { requirePrompts } from '../capabilities/require-prompts.ts';
import { blankPrompts } from '../capabilities/settings.ts';
import { knownCapability } from '../capabilities/target.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { invalid } from '../kernel/errors.ts';
import { detailsOf, requireCapability } from '../kernel/invoke.ts';
import { requireInputs } from '../workflow-templates/order.ts';
import { knownTemplate } from '../workflow-templates/target.ts';
import { capabilitiesOfTarget, type Target } from './target.ts';

/**
 * Holds a trigger's target and input against what its executions will be held against, so that nobody learns of it at night. Throws
 * NOT_FOUND, CAPABILITY_NOT_ALLOWED, VALIDATION_ERROR and PRECONDITION_FAILED.
 */
export async function checkTarget(
  deps: Deps,
  call: Call,
  target: Target,
  input: Record<string, unknown>,
): Promise<void> {
  const template =
    target.template_slug === null ? null : await knownTemplate(deps, call, { slug: target.template_slug });
  const capability =
    target.capability_slug === null ? null : await knownCapability(deps, call, { slug: target.capability_slug });
  for (const slug of capabilitiesOfTarget(target)) requireCapability(call.actor, slug);
  if (template) requireInputs(template, parsed(template.input, input));
  if (capability) requirePrompts(blankPrompts(capability, parsed(capability.settings, input)), 'input');
}

function parsed(schema: z.ZodObject, input: Record<string, unknown>): Record<string, unknown> {
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return result.data;
  throw invalid(
    Object.fromEntries(Object.entries(detailsOf(result.error)).map(([name, problems]) => [`input.${name}`, problems])),
  );
}
