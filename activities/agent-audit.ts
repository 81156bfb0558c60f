import { failAgentDryRun, openAgentDryRun, settleAgentDryRun } from '../domain/agent-audit/steps/agent-dry-run.ts';
import { askPrompt } from '../domain/agent-audit/steps/ask-prompt.ts';
import { failChallenge, openChallenge, settleChallenge } from '../domain/agent-audit/steps/challenge.ts';
import { listStaleAgentDryRuns, listStaleChallenges } from '../domain/agent-audit/steps/housekeeping.ts';
import { simulateStep } from '../domain/agent-audit/steps/simulate-step.ts';
import { perform } from '../domain/kernel/step.ts';
import { AGENT_CHALLENGE } from '../workflows/agent-challenge/contract.ts';
import { AGENT_DRY_RUN } from '../workflows/agent-dry-run/contract.ts';
import type { Activities, Flow } from './flow.ts';

/** Challenges of agents. */
export const agentChallenge = {
  contract: AGENT_CHALLENGE,
  steps: {
    transitions: {
      openAgentChallenge: openChallenge,
      settleAgentChallenge: settleChallenge,
      failAgentChallenge: failChallenge,
    },
    ai: { askChallengePrompt: askPrompt },
  },
  owner: {
    name: 'agent challenge',
    stale: listStaleChallenges,
    end: (deps, challenge, reason) => perform(deps, failChallenge, { ...challenge, reason }),
  },
} as const satisfies Flow<typeof AGENT_CHALLENGE>;

export type AgentChallengeSteps = Activities<typeof agentChallenge>;

/** Dry runs of capabilities by agents. */
export const agentDryRun = {
  contract: AGENT_DRY_RUN,
  steps: {
    transitions: { openAgentDryRun, settleAgentDryRun, failAgentDryRun },
    ai: { rehearseAgentStep: simulateStep },
  },
  owner: {
    name: 'agent dry run',
    stale: listStaleAgentDryRuns,
    end: (deps, dryRun, reason) => perform(deps, failAgentDryRun, { ...dryRun, reason }),
  },
} as const satisfies Flow<typeof AGENT_DRY_RUN>;

export type AgentDryRunSteps = Activities<typeof agentDryRun>;
