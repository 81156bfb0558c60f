import { z } from 'zod';
import { GUARDRAIL_ACTIONS } from '../../domain/guardrails/types.ts';

const rule = z.string().describe('Name of the rule, as `GET /content-workflow/guardrails` lists it.');
const action = z
  .enum(GUARDRAIL_ACTIONS)
  .describe('`review`: somebody should look at the text; `block`: the text is withheld.');
const message = z.string().describe('What was found, as a sentence for people.');

/** What a guardrail found in a text. */
export const guardrailHit = z.object({ rule, action, message });

/** What a guardrail found in the output of a step. */
export const stepGuardrailHit = z.object({
  rule,
  step: z.string().describe('Key of the step whose output it was found in.'),
  action,
  message,
});
