import type { z } from 'zod';
import type { askQuestions } from '../../domain/knowledge-evaluations/steps/ask-questions.ts';
import { type CommandedFlow, priorityOf } from '../commands.ts';

/** Identifies a run of an evaluation; the key distinguishes it from a later one with the same number, after a restore. */
export type KnowledgeEvaluationInput = z.input<typeof askQuestions.input>;

/** Runs an evaluation of a knowledge base. */
export const KNOWLEDGE_EVALUATION = {
  workflow: 'knowledgeEvaluation',
  id: 'knowledge-evaluation',
  row: 'runId',
  command: 'knowledge_evaluations.run',
  start: ({ runId, rowKey, partnerId, knowledgeBaseId, evaluationId, requestId }, publicUrl) => ({
    input: { runId, rowKey },
    memo: {
      requestId,
      link: `${publicUrl}/api/v1/content-workflow/knowledge-bases/${knowledgeBaseId}/evaluations/${evaluationId}/runs/${runId}`,
    },
    keywords: { MwPartnerId: String(partnerId), MwResourceId: `knowledge_evaluation_run:${runId}` },
    summary: `Evaluation ${evaluationId} of partner ${partnerId}`,
    details: `Run ${runId}. Safe to cancel or terminate: it fails, and can be started again.`,
    // Less urgent than an execution.
    priority: priorityOf(partnerId, 'low'),
  }),
} as const satisfies CommandedFlow<'knowledge_evaluations.run', KnowledgeEvaluationInput>;
