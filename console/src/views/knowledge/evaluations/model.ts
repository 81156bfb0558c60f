import type { CreateKnowledgeEvaluationBody, EvaluationRun } from '../../../api/generated/client/types.gen.ts';

/** What the form of an evaluation has. */
export type EvaluationFields = CreateKnowledgeEvaluationBody;
/** A question, and what should be found for it; null: nothing. */
export type Question = EvaluationFields['questions'][number];
/** The state of a run. */
export type RunStatus = EvaluationRun['attributes']['status'];

/** Most questions of an evaluation that the API takes. */
export const MAX_QUESTIONS = 500;
/** Longest question, characters. */
export const MAX_QUESTION = 1_000;
/** Longest words of a passage, characters. */
export const MAX_CONTAINS = 500;

/** Whether a run goes on. */
export function isRunning({ attributes }: EvaluationRun): boolean {
  return attributes.status === 'running';
}
