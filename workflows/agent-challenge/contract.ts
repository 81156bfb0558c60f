import type { z } from 'zod';
import type { openChallenge } from '../../domain/agent-audit/steps/challenge.ts';
import { type CommandedFlow, priorityOf } from '../commands.ts';

/**
 * Identifies a challenge; the key distinguishes it from a later one with the same number, after a restore of the
 * database.
 */
export interface AgentChallengeInput extends z.input<typeof openChallenge.input> {
  /** Requested with a sandbox key: it uses no slot of paid work. */
  sandbox: boolean;
}

/** Challenges an agent. */
export const AGENT_CHALLENGE = {
  workflow: 'agentChallenge',
  id: 'agent-challenge',
  row: 'challengeId',
  command: 'agent_audit.challenge',
  start: ({ challengeId, rowKey, partnerId, agentId, sandbox, requestId }, publicUrl) => ({
    input: { challengeId, rowKey, sandbox },
    memo: { requestId, link: `${publicUrl}/api/v1/agents/audit/${agentId}/challenges` },
    keywords: {
      MwPartnerId: String(partnerId),
      MwResourceId: `agent_challenge:${challengeId}`,
      MwCapability: 'agent_audit',
    },
    summary: `Challenge of agent ${agentId} of partner ${partnerId}`,
    details: `Challenge ${challengeId}. Safe to cancel or terminate: it fails, and nothing is charged.`,
    // Less urgent than an execution.
    priority: priorityOf(partnerId, 'low'),
  }),
} as const satisfies CommandedFlow<'agent_audit.challenge', AgentChallengeInput>;
