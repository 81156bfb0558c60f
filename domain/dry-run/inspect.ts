import { checkAgentGuardrails } from '../agents/check-guardrails.ts';
import type { AgentGuardrails } from '../agents/definitions/types.ts';
import type { GuardrailHit } from '../guardrails/types.ts';
import { withheldReplyMessage } from './failure.ts';

/** Checks a reply against the guardrails, including the agent's own; a withheld reply is not shown. */
export function inspectReply(
  agent: AgentGuardrails,
  text: string,
): { reply: string; guardrails: GuardrailHit[]; isWithheld: boolean } {
  const hits = checkAgentGuardrails(agent, { text, donts: [] });
  const forbidden = hits.find(({ action }) => action === 'block');
  return {
    reply: forbidden ? withheldReplyMessage(forbidden.message) : text,
    guardrails: hits,
    isWithheld: forbidden !== undefined,
  };
}
