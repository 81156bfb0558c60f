import { checkGuardrails } from '../guardrails/rules.ts';
import type { GuardrailHit, GuardrailSubject } from '../guardrails/types.ts';
import type { AgentGuardrails } from './definitions/types.ts';

/** What the rules find in a text of the agent, its own phrases among them; it may have what else is reviewed blocked. */
export function checkAgentGuardrails(
  { blocking, banned_phrases }: AgentGuardrails,
  subject: Omit<GuardrailSubject, 'banned'>,
): GuardrailHit[] {
  return checkGuardrails({ ...subject, banned: banned_phrases }).map((hit) =>
    blocking.includes(hit.rule) ? { ...hit, action: 'block' } : hit,
  );
}
