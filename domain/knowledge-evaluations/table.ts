import {
  bigint,
  boolean,
  date,
  identity,
  integer,
  json,
  oneOf,
  type Row,
  table,
  timestamp,
  uuid,
  varchar,
} from '../../infra/database/table.ts';
import type { Comparison, Expected, FoundAt, Result } from './rules.ts';

/** States of a run; all but the first are final. */
export const EVALUATION_RUN_STATUSES = ['running', 'completed', 'failed', 'cancelled'] as const;

/** Longest question, characters. */
export const MAX_QUESTION = 1_000;

/** A question, and what a search for it should find; null: nothing, since the documents do not have it. */
export interface EvaluationQuestion {
  question: string;
  expected: Expected | null;
}

/** Questions to a knowledge base, each with what should be found. */
export const knowledgeEvaluationTable = table(
  'knowledge_evaluation',
  {
    id: identity(),
    partner_id: bigint(),
    knowledge_base_id: bigint(),
    name: varchar(200),
    questions: json<EvaluationQuestion[]>(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { with: 'knowledge_base' },
  { personal: ['text'] },
);
export type KnowledgeEvaluationRow = Row<typeof knowledgeEvaluationTable>;

/** A run of an evaluation. */
export const knowledgeEvaluationRunTable = table(
  'knowledge_evaluation_run',
  {
    id: identity(),
    row_key: uuid(),
    partner_id: bigint(),
    evaluation_id: bigint(),
    status: oneOf(EVALUATION_RUN_STATUSES, 10).default('running'),
    /** Started with a sandbox key: the sandbox AI embeds its questions. */
    sandbox: boolean().default(false),
    /** A message for the partner, set once failed. */
    reason: varchar(500).nullable(),
    /** Number of questions. */
    total: integer(),
    /** Number of questions that have been asked. */
    answered: integer().default(0),
    /** Questions that were searched by words only, since the AI provider did not embed them in time. */
    without_meaning: integer().default(0),
    /** Set once completed. */
    result: json<Result>().nullable(),
    /** With the completed run before it; null: there was none. */
    comparison: json<Comparison>().nullable(),
    created_at: timestamp(),
    completed_at: timestamp().nullable(),
    updated_at: timestamp(),
  },
  { since: 'completed_at', days: 400, setting: 'RETENTION_KNOWLEDGE_EVALUATION_DAYS' },
  { personal: ['text'] },
);
export type KnowledgeEvaluationRunRow = Row<typeof knowledgeEvaluationRunTable>;

/** A question as a run took it, and what was found; deleted with the run. */
export const knowledgeEvaluationResultTable = table(
  'knowledge_evaluation_result',
  {
    run_id: bigint().key(),
    /** Its place in the evaluation when the run began, from 1. */
    position: integer().key(),
    question: varchar(MAX_QUESTION),
    expected: json<Expected>().nullable(),
    /** Best first; null: it has not been asked yet. */
    found: json<FoundAt[]>().nullable(),
    /** Place of the first passage that was expected, from 1; null: it was not found. */
    hit_position: integer().nullable(),
    passed: boolean().nullable(),
    /** It was searched by words only, since the AI provider did not embed it in time. */
    without_meaning: boolean().default(false),
  },
  { with: 'knowledge_evaluation_run' },
  { personal: ['text'], of: [{ to: 'knowledge_evaluation_run', by: 'run_id' }] },
);
export type KnowledgeEvaluationResultRow = Row<typeof knowledgeEvaluationResultTable>;

/** Runs of a partner on its last UTC day with one. */
export const knowledgeEvaluationUseTable = table(
  'knowledge_evaluation_use',
  { partner_id: bigint().key(), day: date(), runs: integer() },
  { because: 'One row for each partner.' },
  { personal: ['activity'] },
);

declare module '../kernel/command.ts' {
  interface Commands {
    'knowledge_evaluations.run': {
      runId: number;
      rowKey: string;
      partnerId: number;
      knowledgeBaseId: number;
      evaluationId: number;
      requestId: string;
    };
  }
}

/** An evaluation with the titles of the documents that its questions expect; those that were deleted are not among them. */
export type TitledEvaluation = KnowledgeEvaluationRow & { documents: { id: number; title: string }[] };

/** A question of a run, with the title of the document that it expects; null: none, or one that was deleted. */
export type EvaluationResult = KnowledgeEvaluationResultRow & { expected_title: string | null };

/** An evaluation without its questions. */
export type ListedEvaluation = Omit<KnowledgeEvaluationRow, 'questions'> & { question_count: number };

/** A run by id; `rowKey` distinguishes it from a later one with the same id after the database was restored. */
export interface EvaluationRunReference {
  runId: number;
  rowKey: string;
}

/** A run with the base that it searches. */
export type EvaluationRun = KnowledgeEvaluationRunRow & { knowledge_base_id: number };
