import { z } from 'zod';
import { GUARDRAIL_ACTIONS } from '../../domain/guardrails/types.ts';

const rule = z.string().describe('Name of the rule, as `GET /content-workflow/guardrails` lists it.');
const action = z
  .enum(GUARDRAIL_ACTIONS)
  .describe('`review`: the text should be reviewed; `block`: the text is withheld.');
const message = z.string().describe('The finding, as a sentence for people.');

/** What a guardrail found in a text. */
export const guardrailHit = z.object({ rule, action, message });

/** What a guardrail found in the output of a step. */
export const stepGuardrailHit = z.object({
  rule,
  step: z.string().describe('Key of the step with the finding in its output.'),
  action,
  message,
});
