import { type EngineCommands, priorityOf } from '../commands.ts';
import { MAIN_QUEUE } from '../queues.ts';

/** Name of the workflow that challenges an agent. */
export const AGENT_CHALLENGE_WORKFLOW = 'agentChallenge';

/** Its id; unique for the life of the database. */
export function agentChallengeWorkflowId(challengeId: number): string {
  return `agent-challenge-${challengeId}`;
}

/** Which challenge; the key tells it from a later one under the same number, once a database was restored. */
interface ChallengeReference {
  challengeId: number;
  rowKey: string;
}

/** What the flow is started with. */
export interface AgentChallengeInput extends ChallengeReference {
  /** Asked for with a sandbox key: it takes no slot from work that is paid for. */
  sandbox: boolean;
}

/** Work that asks the AI. */
export interface AgentChallengeWork {
  /** Puts a prompt to the agent and keeps the judged answer; not open: the challenge has ended meanwhile. */
  askChallengePrompt(input: ChallengeReference & { prompt: string }): Promise<{ open: boolean; answered: number }>;
}

/** Short transitions, run within the workflow task. */
export interface AgentChallengeTransitions {
  /** The prompts that have no answer yet; null when the challenge has ended. */
  openAgentChallenge(input: ChallengeReference): Promise<{ prompts: string[]; total: number } | null>;
  /** Scores the answers and charges the challenge. */
  settleAgentChallenge(input: ChallengeReference): Promise<boolean>;
  /** Ends the challenge as failed for a class of failure; false when it had ended already. */
  failAgentChallenge(input: ChallengeReference & { reason: string }): Promise<boolean>;
}

/** What the command becomes on the engine. */
export const agentChallengeCommands: EngineCommands<'agent_audit.challenge'> = {
  'agent_audit.challenge': ({ challengeId, rowKey, partnerId, agentId, sandbox, requestId }, publicUrl) => ({
    action: 'start',
    workflowType: AGENT_CHALLENGE_WORKFLOW,
    workflowId: agentChallengeWorkflowId(challengeId),
    taskQueue: MAIN_QUEUE,
    args: [{ challengeId, rowKey, sandbox }],
    rowKey,
    memo: { requestId, link: `${publicUrl}/api/v1/agents/audit/${agentId}/challenges` },
    keywords: {
      MwPartnerId: String(partnerId),
      MwResourceId: `agent_challenge:${challengeId}`,
      MwCapability: 'agent_audit',
    },
    summary: `Challenge of agent ${agentId} of partner ${partnerId}`,
    details: `Challenge ${challengeId}. Safe to cancel or terminate: it fails, and nothing is charged.`,
    // Nobody waits for it as for an execution.
    priority: priorityOf(partnerId, 'low'),
  }),
};
