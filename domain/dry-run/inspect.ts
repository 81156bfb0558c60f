import { checkGuardrails } from '../guardrails/rules.ts';
import type { GuardrailHit } from '../guardrails/types.ts';
import { withheldReply } from './failure.ts';
import type { PinnedAgent } from './types.ts';

/** Holds a reply against the guardrails, the agent's own among them; one that they forbid is not shown. */
export function inspectReply(
  { guardrails: { blocking, banned_phrases } }: Pick<PinnedAgent, 'guardrails'>,
  text: string,
): { reply: string; guardrails: GuardrailHit[]; isWithheld: boolean } {
  const hits = checkGuardrails({ text, donts: [...banned_phrases] }).map((hit) =>
    blocking.includes(hit.rule) ? { ...hit, action: 'block' as const } : hit,
  );
  const forbidden = hits.find(({ action }) => action === 'block');
  return {
    reply: forbidden ? withheldReply(forbidden.message) : text,
    guardrails: hits,
    isWithheld: forbidden !== undefined,
  };
}
