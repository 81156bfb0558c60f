import { blankInputs, capabilitiesOf } from '../capabilities/workflow-templates/plan.ts';
import type { WorkflowTemplate } from '../capabilities/workflow-templates/types.ts';
import { preconditionFailed } from '../kernel/errors.ts';

/** PRECONDITION_FAILED where a text that asks the AI something was sent blank. */
export function requireInputs(template: WorkflowTemplate, input: Record<string, unknown>): void {
  const blank = blankInputs(template, input);
  if (blank.length === 0) return;
  throw preconditionFailed(
    'A prompt is empty.',
    Object.fromEntries(blank.map((name) => [`input.${name}`, ['Must not be empty.']])),
  );
}

/** What an execution of a template is accepted as, beside its input, price and steps. */
export function templateOrder(template: WorkflowTemplate) {
  return { slug: template.slug, capabilities: capabilitiesOf(template), template: true };
}
