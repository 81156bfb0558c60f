import { requirePrompts } from '../capabilities/settings.ts';
import { blankInputs, capabilitiesOf } from './plan.ts';
import type { WorkflowTemplate } from './types.ts';

/** PRECONDITION_FAILED where a text that asks the AI something was sent blank. */
export function requireInputs(template: WorkflowTemplate, input: Record<string, unknown>): void {
  requirePrompts(blankInputs(template, input), 'input');
}

/** What an execution of a template is accepted as, beside its input, price and steps. */
export function templateOrder(template: WorkflowTemplate) {
  return { slug: template.slug, capabilities: capabilitiesOf(template), template: true };
}
