import {
  bigint,
  boolean,
  identity,
  integer,
  json,
  oneOf,
  type Row,
  table,
  textArray,
  timestamp,
  uuid,
  varchar,
} from '../../infra/database/table.ts';
import { RUN_STATUSES } from '../agent-audit/table.ts';
import { type EvaluationReport, MAX_PHRASE, type PromptOfEvaluation, VERDICTS } from './rules.ts';

/** A partner's own prompts for agents, each with what an answer must say or must not. */
export const agentEvaluationTable = table(
  'agent_evaluation',
  {
    id: identity(),
    partner_id: bigint(),
    name: varchar(200),
    prompts: json<PromptOfEvaluation[]>(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { because: 'Kept until the partner deletes it.' },
  { personal: ['text'] },
);
export type AgentEvaluationRow = Row<typeof agentEvaluationTable>;

/** An agent as it is or was: what a run puts its prompts to. */
export interface Subject {
  agent_id: number;
  /** Number of the agent's revision. */
  revision: number;
}

/** A run of an evaluation with one agent, or with two that are compared. */
export const agentEvaluationRunTable = table(
  'agent_evaluation_run',
  {
    id: identity(),
    row_key: uuid(),
    partner_id: bigint(),
    evaluation_id: bigint(),
    /** One, or two that are compared. */
    subjects: json<Subject[]>(),
    sandbox: boolean(),
    status: oneOf(RUN_STATUSES, 12).default('running'),
    /** Number of answers that it needs: prompts times subjects. */
    total: integer(),
    answered: integer().default(0),
    /** Set once completed. */
    report: json<EvaluationReport>().nullable(),
    /** A message for the partner, set once failed. */
    error: varchar(500).nullable(),
    created_at: timestamp(),
    completed_at: timestamp().nullable(),
    updated_at: timestamp(),
  },
  { since: 'completed_at', days: 400, setting: 'RETENTION_AGENT_EVALUATION_DAYS' },
  { personal: ['text'] },
);
export type AgentEvaluationRunRow = Row<typeof agentEvaluationRunTable>;

/** How much of an answer is kept, characters. */
export const MAX_ANSWER = 2_000;

/** A prompt as a run took it, and the answer of one of its subjects; deleted with the run. */
export const agentEvaluationResultTable = table(
  'agent_evaluation_result',
  {
    run_id: bigint().key(),
    /** Place of the prompt in the evaluation when the run began, from 1. */
    position: integer().key(),
    /** Place of the subject in the run, from 1. */
    subject: integer().key(),
    prompt: json<PromptOfEvaluation>(),
    /** null: it has not been asked yet. */
    verdict: oneOf(VERDICTS, 12).nullable(),
    /** As `isPass` decides by the verdict. */
    passed: boolean().nullable(),
    /** Its beginning; null: there is none. */
    answer: varchar(MAX_ANSWER).nullable(),
    /** The phrase that the answer lacks, or has though it must not. */
    phrase: varchar(MAX_PHRASE).nullable(),
    /** Guardrails that the answer hit. */
    rules: textArray().default(() => "'{}'"),
    model: varchar(120).nullable(),
  },
  { with: 'agent_evaluation_run' },
  { personal: ['text'], of: [{ to: 'agent_evaluation_run', by: 'run_id' }] },
);
export type AgentEvaluationResultRow = Row<typeof agentEvaluationResultTable>;

/** An evaluation without its prompts. */
export type ListedAgentEvaluation = Omit<AgentEvaluationRow, 'prompts'> & { prompt_count: number };

/** A run by id; `rowKey` distinguishes it from a later one with the same id after the database was restored. */
export interface AgentEvaluationRunReference {
  runId: number;
  rowKey: string;
}

declare module '../kernel/command.ts' {
  interface Commands {
    'agent_evaluations.run': AgentEvaluationRunReference & {
      partnerId: number;
      evaluationId: number;
      sandbox: boolean;
      requestId: string;
    };
  }
}
