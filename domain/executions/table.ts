import {
  bigint,
  boolean,
  date,
  identity,
  integer,
  json,
  oneOf,
  type Row,
  smallint,
  table,
  text,
  textArray,
  timestamp,
  uuid,
  varchar,
} from '../../infra/database/table.ts';
import type { Deliverable, RetrievalRequest, StepKind, StepOutput } from '../capabilities/types.ts';
import { GUARDRAIL_ACTIONS } from '../guardrails/types.ts';

/** States of an execution; rules.ts says which may follow which. */
export const EXECUTION_STATUSES = [
  'pending',
  'planning',
  'executing',
  'completed',
  'failed',
  'cancelled',
  'archived',
] as const;
export type ExecutionStatus = (typeof EXECUTION_STATUSES)[number];
/** How urgent an execution is to its partner, least first. */
export const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const;
export type ExecutionPriority = (typeof PRIORITIES)[number];

/** A capability that runs, ran or will run. Credits are whole credits. */
export const executionTable = table('execution', {
  id: identity(),
  row_key: uuid(),
  partner_id: bigint(),
  agent_id: bigint(),
  /** The revision of the agent that it began with, and that it is carried out with, whatever becomes of the agent. */
  agent_revision: integer().nullable(),
  capability: varchar(64),
  status: oneOf(EXECUTION_STATUSES, 12).default('pending'),
  priority: oneOf(PRIORITIES, 8),
  progress_percentage: smallint().default(0),
  credits_held: integer().default(0),
  credits_used: integer().default(0),
  settings: json<Record<string, unknown>>(),
  context: json<Record<string, unknown>>(),
  /** What is to be looked up in documents before it is planned; null once its passages stand in the context, and where there is nothing. */
  lookup: json<RetrievalRequest>().nullable(),
  notify_on_complete: boolean(),
  sandbox: boolean(),
  plan_summary: text().nullable(),
  error_message: varchar(500).nullable(),
  retried_from: bigint().nullable(),
  lineage_id: bigint().nullable(),
  /** The template that was ordered, whose slug then stands for the capability, too. */
  template_slug: varchar(64).nullable(),
  /** The trigger that ordered it. */
  trigger_id: bigint().nullable(),
  /** The triggers that led to it, first to last; what it publishes starts none of them again. */
  trigger_chain: json<number[]>().default(() => "'[]'"),
  created_at: timestamp(),
  started_at: timestamp().nullable(),
  completed_at: timestamp().nullable(),
  /** First attempt to make the plan, from which its half hour runs. */
  plan_started_at: timestamp().nullable(),
  updated_at: timestamp(),
});
export type ExecutionRow = Row<typeof executionTable>;

/** Kinds of lines in an execution's event stream. */
export const EXECUTION_EVENT_TYPES = ['status', 'progress', 'step'] as const;
type ExecutionEventType = (typeof EXECUTION_EVENT_TYPES)[number];

/** One line of an execution's event stream. */
export const executionEventTable = table(
  'execution_event',
  {
    id: identity(),
    execution_id: bigint(),
    type: varchar<ExecutionEventType>(20),
    data: json<Record<string, unknown>>(),
    created_at: timestamp(),
  },
  { since: 'created_at', days: 30, setting: 'RETENTION_EXECUTION_EVENT_DAYS' },
);
export type ExecutionEventRow = Row<typeof executionEventTable>;

/** A difference to the number of executions of a kind; the total is the sum of `n`. Triggers write it. */
export const executionCountTable = table('execution_count', {
  partner_id: bigint(),
  day: date(),
  agent_id: bigint(),
  priority: varchar<ExecutionPriority>(8),
  status: varchar<ExecutionStatus>(12),
  n: integer(),
  /** A sum of earlier differences. */
  folded: boolean().default(false),
});

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
