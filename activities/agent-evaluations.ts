import { askPrompt } from '../domain/agent-evaluations/steps/ask-prompt.ts';
import { listStaleRuns } from '../domain/agent-evaluations/steps/housekeeping.ts';
import { failRun, openRun, settleRun } from '../domain/agent-evaluations/steps/run.ts';
import { perform } from '../domain/kernel/step.ts';
import { AGENT_EVALUATION } from '../workflows/agent-evaluation/contract.ts';
import type { Activities, Flow } from './flow.ts';

/** Runs of evaluations of agents. */
export const agentEvaluation = {
  contract: AGENT_EVALUATION,
  steps: {
    transitions: {
      openAgentEvaluationRun: openRun,
      settleAgentEvaluationRun: settleRun,
      failAgentEvaluationRun: failRun,
    },
    ai: { askEvaluationPrompt: askPrompt },
  },
  owner: {
    name: 'run of an evaluation of agents',
    stale: listStaleRuns,
    end: (deps, run, reason) => perform(deps, failRun, { ...run, reason }),
  },
} as const satisfies Flow<typeof AGENT_EVALUATION>;

export type AgentEvaluationSteps = Activities<typeof agentEvaluation>;
