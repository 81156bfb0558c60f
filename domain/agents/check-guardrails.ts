import { checkGuardrails } from '../guardrails/rules.ts';
import type { GuardrailHit, GuardrailSubject } from '../guardrails/types.ts';
import type { AgentGuardrails } from './definitions/types.ts';

/** Guardrail hits in a text of the agent, including its banned phrases; the agent may block what others send to review. */
export function checkAgentGuardrails(
  { blocking, banned_phrases }: AgentGuardrails,
  subject: Omit<GuardrailSubject, 'banned'>,
): GuardrailHit[] {
  return checkGuardrails({ ...subject, banned: banned_phrases }).map((hit) =>
    blocking.includes(hit.rule) ? { ...hit, action: 'block' } : hit,
  );
}
