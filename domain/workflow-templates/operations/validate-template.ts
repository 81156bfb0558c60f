import { detailsOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import type { ErrorDetails } from '../../kernel/problems.ts';
import { blankInputs, estimatedCredits, planTemplate } from '../plan.ts';
import { templateParams, validateTemplateBody } from '../schema.ts';
import { knownTemplate } from '../target.ts';

/** What an execution with such an input would meet, and cost. */
export interface TemplateCheck {
  valid: boolean;
  /** By dotted field; the same that execute would answer with. */
  errors: ErrorDetails;
  /** Whole credits; of the least expensive input where this one is not valid. */
  estimatedCredits: number;
}

/** Holds an input against a template without executing anything. */
export const validateTemplate = operation({
  name: 'workflow_templates.validate',
  permission: 'view_content',
  params: templateParams,
  target: knownTemplate,
  input: validateTemplateBody,
  async run(deps, _call, { input }, template): Promise<TemplateCheck> {
    const parsed = template.input.safeParse(input, { reportInput: true });
    const errors = parsed.success
      ? Object.fromEntries(blankInputs(template, parsed.data).map((name) => [name, ['Must not be empty.']]))
      : detailsOf(parsed.error);
    const valid = Object.keys(errors).length === 0;
    return {
      valid,
      errors: Object.fromEntries(Object.entries(errors).map(([name, problems]) => [`input.${name}`, problems])),
      estimatedCredits:
        valid && parsed.success
          ? planTemplate(deps.capabilities, template, parsed.data).price
          : estimatedCredits(template),
    };
  },
});
