import { perform } from '../domain/kernel/step.ts';
import { askQuestions } from '../domain/knowledge-evaluations/steps/ask-questions.ts';
import { completeRun, failRun } from '../domain/knowledge-evaluations/steps/end-run.ts';
import { listStaleRuns } from '../domain/knowledge-evaluations/steps/housekeeping.ts';
import { KNOWLEDGE_EVALUATION } from '../workflows/knowledge-evaluation/contract.ts';
import type { Activities, Flow } from './flow.ts';

/** Runs of evaluations of knowledge bases. */
export const knowledgeEvaluation = {
  contract: KNOWLEDGE_EVALUATION,
  steps: {
    transitions: { completeEvaluationRun: completeRun, failEvaluationRun: failRun },
    main: { askQuestions },
  },
  owner: {
    name: 'run of an evaluation',
    stale: listStaleRuns,
    end: (deps, run, reason) => perform(deps, failRun, { ...run, reason }),
  },
} as const satisfies Flow<typeof KNOWLEDGE_EVALUATION>;

export type KnowledgeEvaluationSteps = Activities<typeof knowledgeEvaluation>;
