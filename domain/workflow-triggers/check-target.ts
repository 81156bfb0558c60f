import type { z } from 'zod';
import { blankPrompts } from '../capabilities/settings.ts';
import { namedCapability } from '../capabilities/target.ts';
import { invalid, preconditionFailed } from '../kernel/errors.ts';
import { detailsOf } from '../kernel/invoke.ts';
import { requireInputs } from '../workflow-templates/order.ts';
import { namedTemplate } from '../workflow-templates/target.ts';
import type { Target } from './target.ts';

/**
 * Holds a trigger's input against what its executions will be held against, so that nobody learns of it at night. Throws VALIDATION_ERROR
 * and PRECONDITION_FAILED.
 */
export function checkTargetInput({ template_slug, capability_slug }: Target, input: Record<string, unknown>): void {
  if (template_slug !== null) {
    const template = namedTemplate(template_slug);
    requireInputs(template, parsed(template.input, input));
  }
  if (capability_slug === null) return;
  const capability = namedCapability(capability_slug);
  const blank = blankPrompts(capability, parsed(capability.settings, input));
  if (blank.length === 0) return;
  throw preconditionFailed(
    'A prompt is empty.',
    Object.fromEntries(blank.map((name) => [`input.${name}`, ['Must not be empty.']])),
  );
}

function parsed(schema: z.ZodObject, input: Record<string, unknown>): Record<string, unknown> {
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return result.data;
  throw invalid(
    Object.fromEntries(Object.entries(detailsOf(result.error)).map(([name, problems]) => [`input.${name}`, problems])),
  );
}
