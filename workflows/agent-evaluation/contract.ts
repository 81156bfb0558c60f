import type { z } from 'zod';
import type { openRun } from '../../domain/agent-evaluations/steps/run.ts';
import { type CommandedFlow, priorityOf } from '../commands.ts';

/** Identifies a run of an evaluation; the key distinguishes it from a later one with the same number, after a restore. */
export interface AgentEvaluationInput extends z.input<typeof openRun.input> {
  /** Requested with a sandbox key: it uses no slot of paid work. */
  sandbox: boolean;
}

/** Runs an evaluation of agents. */
export const AGENT_EVALUATION = {
  workflow: 'agentEvaluation',
  id: 'agent-evaluation',
  row: 'runId',
  command: 'agent_evaluations.run',
  start: ({ runId, rowKey, partnerId, evaluationId, sandbox, requestId }, publicUrl) => ({
    input: { runId, rowKey, sandbox },
    memo: { requestId, link: `${publicUrl}/api/v1/content-workflow/agent-evaluations/${evaluationId}/runs/${runId}` },
    keywords: {
      MwPartnerId: String(partnerId),
      MwResourceId: `agent_evaluation_run:${runId}`,
      MwCapability: 'agent_audit',
    },
    summary: `Evaluation ${evaluationId} of agents of partner ${partnerId}`,
    details: `Run ${runId}. Safe to cancel or terminate: it fails, and nothing is charged.`,
    // Less urgent than an execution.
    priority: priorityOf(partnerId, 'low'),
  }),
} as const satisfies CommandedFlow<'agent_evaluations.run', AgentEvaluationInput>;
