import type { CreateKnowledgeEvaluationBody } from '../../../api/generated/client/types.gen.ts';

/** What the form of an evaluation has. */
export type EvaluationFields = CreateKnowledgeEvaluationBody;
/** A question, and what should be found for it; null: nothing. */
export type Question = EvaluationFields['questions'][number];

/** Most questions of an evaluation that the API takes. */
export const MAX_QUESTIONS = 500;
/** Longest question, characters. */
export const MAX_QUESTION = 1_000;
/** Longest words of a passage, characters. */
export const MAX_CONTAINS = 500;
/** How often runs are read while one goes on, milliseconds. */
export const REFRESH_MS = 1_500;
