import { z } from 'zod';
import { auditedAgent, auditedAgentParams } from '../../agent-configuration/schema.ts';
import { PRICES } from '../../capabilities/prices.ts';
import { holdCredits, holdFor } from '../../credits/ledger.ts';
import { isSandbox } from '../../kernel/call.ts';
import { partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { ownedBy } from '../../kernel/ownership.ts';
import { requireAi } from '../../kernel/require-ai.ts';
import { PROMPT_SET, promptsOf } from '../challenge/judge.ts';
import { CHALLENGE_CATEGORIES } from '../challenge/types.ts';
import { findChallenge, insertChallenge } from '../challenge-store.ts';
import { AUDIT_CAPABILITY, challengeCredits } from '../rules.ts';
import type { AgentChallengeRow } from '../table.ts';

/** Starts a challenge of an agent with adversarial prompts: holds the credits and enqueues the workflow. */
export const challengeAgent = operation({
  name: 'agent_audit.challenge',
  permission: 'manage_agents',
  params: auditedAgentParams,
  target: auditedAgent,
  capability: () => AUDIT_CAPABILITY,
  input: z.object({
    categories: z
      .array(z.enum(CHALLENGE_CATEGORIES))
      .min(1, 'Must name a category.')
      .max(CHALLENGE_CATEGORIES.length)
      .refine((names) => new Set(names).size === names.length, 'Must name each category once.')
      .meta({ uniqueItems: true })
      .default([...CHALLENGE_CATEGORIES])
      .describe('Categories of the challenge; defaults to all.'),
  }),
  prepare: async (deps, call) => requireAi(deps, call),
  async change(tx, { deps, call, input, target: agent }): Promise<AgentChallengeRow> {
    const rowKey = deps.ids.uuid();
    const partnerId = partnerOf(call);
    const sandbox = isSandbox(call);
    // In the order of the set.
    const categories = CHALLENGE_CATEGORIES.filter((category) => input.categories.includes(category));
    const challenge = await insertChallenge(tx.em, tx.now, {
      row_key: rowKey,
      partner_id: partnerId,
      agent_id: agent.id,
      agent_revision: agent.revision,
      config_version: agent.config_version,
      categories,
      prompt_set: PROMPT_SET,
      total: promptsOf(categories).length,
      sandbox,
    });
    holdCredits(
      tx,
      holdFor(call, {
        amount: PRICES[AUDIT_CAPABILITY],
        reference: challengeCredits(rowKey),
        capability: AUDIT_CAPABILITY,
      }),
    );
    tx.enqueue({
      kind: 'agent_audit.challenge',
      challengeId: challenge.id,
      rowKey,
      partnerId,
      agentId: agent.id,
      sandbox,
      requestId: call.requestId,
    });
    return challenge;
  },
  audit: ({ id, agent_id }) => ({ type: 'agent_challenge', id, details: { agent_id } }),
  recover: async (deps, call, madeId) =>
    ownedBy(call, 'Challenge', await findChallenge(deps.db, Number(madeId)), ({ partner_id }) => partner_id),
});
