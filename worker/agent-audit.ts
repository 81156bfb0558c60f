import { createAgentAuditTransitions, createAgentAuditWork } from '../activities/agent-audit.ts';
import { failDryRun } from '../domain/agent-audit/steps/end-dry-run.ts';
import { failChallenge } from '../domain/agent-audit/steps/fail-challenge.ts';
import {
  foldGuardrailHits,
  foldOutcomes,
  listStaleChallenges,
  listStaleDryRuns,
} from '../domain/agent-audit/steps/upkeep.ts';
import { perform } from '../domain/kernel/step.ts';
import { AGENT_CHALLENGE_WORKFLOW, agentChallengeWorkflowId } from '../workflows/agent-challenge/contract.ts';
import { AGENT_DRY_RUN_WORKFLOW, agentDryRunWorkflowId } from '../workflows/agent-dry-run/contract.ts';
import { AI_QUEUE, AI_SANDBOX_QUEUE, MAIN_QUEUE } from '../workflows/queues.ts';
import type { WorkerArea } from './area.ts';

/** Challenges and rehearsals of agents, and their figures. */
export const agentAudit: WorkerArea<'agent_audit.challenge' | 'agent_audit.dry_run'> = {
  activities: ({ deps }) => ({
    [MAIN_QUEUE]: createAgentAuditTransitions(deps),
    [AI_QUEUE]: createAgentAuditWork(deps),
    [AI_SANDBOX_QUEUE]: createAgentAuditWork(deps),
  }),
  jobs: {
    'agent_audit.challenge': {
      refused: (deps, { challengeId, rowKey }) =>
        perform(deps, failChallenge, { challengeId, rowKey, reason: 'refused' }),
      stale: {
        name: 'agent challenge',
        list: listStaleChallenges,
        workflowType: AGENT_CHALLENGE_WORKFLOW,
        workflowId: agentChallengeWorkflowId,
        end: (deps, { id, rowKey }) => perform(deps, failChallenge, { challengeId: id, rowKey, reason: 'lost' }),
      },
    },
    'agent_audit.dry_run': {
      refused: (deps, { dryRunId, rowKey }) => perform(deps, failDryRun, { dryRunId, rowKey, reason: 'refused' }),
      stale: {
        name: 'agent dry run',
        list: listStaleDryRuns,
        workflowType: AGENT_DRY_RUN_WORKFLOW,
        workflowId: agentDryRunWorkflowId,
        end: (deps, { id, rowKey }) => perform(deps, failDryRun, { dryRunId: id, rowKey, reason: 'lost' }),
      },
    },
  },
  periodic: [
    { name: 'fold outcomes of executions', run: (deps) => perform(deps, foldOutcomes, {}) },
    { name: 'fold guardrail hits', run: (deps) => perform(deps, foldGuardrailHits, {}) },
  ],
};
