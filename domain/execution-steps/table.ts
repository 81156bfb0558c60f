import {
  bigint,
  boolean,
  integer,
  json,
  oneOf,
  type Row,
  smallint,
  table,
  textArray,
  timestamp,
  varchar,
} from '../../infra/database/table.ts';
import type { Deliverable, StepKind, StepOutput } from '../capabilities/types.ts';
import { GUARDRAIL_ACTIONS } from '../guardrails/types.ts';

/** States of a step of a plan. */
export const STEP_STATUSES = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const;

/** A step of an execution's plan and what came of it. Tokens are cost records, not prices. */
export const executionStepTable = table('execution_step', {
  execution_id: bigint().key(),
  key: varchar(64).key(),
  position: smallint(),
  kind: varchar<StepKind>(20),
  title: varchar(200),
  depends_on: textArray(),
  deliverable: json<Deliverable>().nullable(),
  estimated_credits: integer(),
  status: oneOf(STEP_STATUSES, 12).default('pending'),
  attempts: integer().default(0),
  credits_used: integer().default(0),
  summary: varchar(500).nullable(),
  output: json<StepOutput>().nullable(),
  model: varchar(120).nullable(),
  input_tokens: integer().nullable(),
  output_tokens: integer().nullable(),
  reused_from: bigint().nullable(),
  started_at: timestamp().nullable(),
  completed_at: timestamp().nullable(),
  /** Of a template's step; null: the execution's own. */
  capability: varchar(64).nullable(),
  settings: json<Record<string, unknown>>().nullable(),
  /** Settings that take the texts of earlier steps, with the keys of those. */
  feeds: json<Record<string, string[]>>().nullable(),
  /** Where it fails, the execution goes on without it and without what needs it. */
  optional: boolean().default(false),
});
export type ExecutionStepRow = Row<typeof executionStepTable>;

/** A guardrail that matched a step's output. */
export const guardrailHitTable = table('guardrail_hit', {
  execution_id: bigint().key(),
  step: varchar(64).key(),
  rule: varchar(64).key(),
  action: oneOf(GUARDRAIL_ACTIONS, 10),
  message: varchar(500),
});
export type GuardrailHitRow = Row<typeof guardrailHitTable>;
