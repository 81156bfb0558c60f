import type { AgentGuardrails } from '../agents/definitions/types.ts';
import { checkGuardrails } from '../guardrails/rules.ts';
import type { GuardrailHit } from '../guardrails/types.ts';
import { withheldReply } from './failure.ts';

/** Holds a reply against the guardrails, the agent's own among them; one that they forbid is not shown. */
export function inspectReply(
  { blocking, banned_phrases }: AgentGuardrails,
  text: string,
): { reply: string; guardrails: GuardrailHit[]; isWithheld: boolean } {
  const hits = checkGuardrails({ text, donts: [], banned: banned_phrases }).map((hit) =>
    blocking.includes(hit.rule) ? { ...hit, action: 'block' as const } : hit,
  );
  const forbidden = hits.find(({ action }) => action === 'block');
  return {
    reply: forbidden ? withheldReply(forbidden.message) : text,
    guardrails: hits,
    isWithheld: forbidden !== undefined,
  };
}
