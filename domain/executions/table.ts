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

/** Statuses of an execution; rules.ts has the transitions. */
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
/** Priorities, lowest first. */
export const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const;
export type ExecutionPriority = (typeof PRIORITIES)[number];

/** An open execution waits for the AI provider, which failed for the moment. */
export interface ExecutionWait {
  /** Key of the step; null while the plan is made. */
  step: string | null;
  /** A sentence for the partner. */
  reason: string;
  /** The first attempt, as ISO 8601; the provider is asked for half an hour from then. */
  since: string;
  /** When the execution fails unless an attempt succeeds, as ISO 8601. */
  until: string;
}

/** One execution of a capability. Credits are whole credits. */
export const executionTable = table(
  'execution',
  {
    id: identity(),
    row_key: uuid(),
    partner_id: bigint(),
    agent_id: bigint(),
    /** The agent revision that it began with and keeps, even when the agent changes. */
    agent_revision: integer().nullable(),
    capability: varchar(64),
    status: oneOf(EXECUTION_STATUSES, 12).default('pending'),
    priority: oneOf(PRIORITIES, 8),
    progress_percentage: smallint().default(0),
    credits_held: integer().default(0),
    credits_used: integer().default(0),
    settings: json<Record<string, unknown>>(),
    context: json<Record<string, unknown>>(),
    /** Retrieval request, sent before planning; null once its passages are in the context, or when there is none. */
    lookup: json<RetrievalRequest>().nullable(),
    notify_on_complete: boolean(),
    sandbox: boolean(),
    plan_summary: text().nullable(),
    error_message: varchar(500).nullable(),
    retried_from: bigint().nullable(),
    lineage_id: bigint().nullable(),
    /** The ordered template, whose slug is then in `capability` too. */
    template_slug: varchar(64).nullable(),
    /** The template where it is the partner's own, and the version that its plan was made by; it may be deleted. */
    template_id: bigint().nullable(),
    template_version: integer().nullable(),
    /** The user who started it; null: a program. */
    started_by: bigint().nullable(),
    /** The trigger that created it. */
    trigger_id: bigint().nullable(),
    /** The triggers that led to it, first to last. Its events do not start any of them again. */
    trigger_chain: json<number[]>().default(() => "'[]'"),
    /** The person who is to work on its content items, as the trigger named them. */
    assignee_id: bigint().nullable(),
    /** The person who is to review them. */
    reviewer_id: bigint().nullable(),
    created_at: timestamp(),
    started_at: timestamp().nullable(),
    completed_at: timestamp().nullable(),
    /** First attempt to make the plan, from which its half hour counts. */
    plan_started_at: timestamp().nullable(),
    /** Set while an attempt is due again; meaningless once it has ended. */
    waiting: json<ExecutionWait>().nullable(),
    updated_at: timestamp(),
  },
  { because: 'The work that partners paid for, with its price.' },
  { personal: ['text', 'activity'], people: { by: 'started_by', erased: 'kept' } },
);
export type ExecutionRow = Row<typeof executionTable>;

/** Types of events in an execution's stream. */
export const EXECUTION_EVENT_TYPES = ['status', 'progress', 'step'] as const;
type ExecutionEventType = (typeof EXECUTION_EVENT_TYPES)[number];

/** An event in an execution's stream. */
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
  { personal: ['text'], of: [{ to: 'execution', by: 'execution_id' }] },
);
export type ExecutionEventRow = Row<typeof executionEventTable>;

/** A difference to the number of executions of a kind; the total is the sum of `n`. Triggers write it. */
export const executionCountTable = table(
  'execution_count',
  {
    partner_id: bigint(),
    day: date(),
    agent_id: bigint(),
    priority: varchar<ExecutionPriority>(8),
    status: varchar<ExecutionStatus>(12),
    n: integer(),
    /** A rolled-up sum of earlier differences. */
    folded: boolean().default(false),
  },
  { because: 'A row for each day and category, whatever happens on it.' },
  { personal: [] },
);

/** Statuses of a step that is to be done, or being done. */
export const OPEN_STEP_STATUSES = ['pending', 'running'] as const;
/** Statuses of a step. */
export const STEP_STATUSES = [...OPEN_STEP_STATUSES, 'completed', 'failed', 'cancelled'] as const;

/** A step of an execution's plan and its result. Tokens are recorded as costs; they are not prices. */
export const executionStepTable = table(
  'execution_step',
  {
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
    /** Capability of a template's step; null: the execution's own. */
    capability: varchar(64).nullable(),
    settings: json<Record<string, unknown>>().nullable(),
    /** Settings that are filled with the texts of earlier steps, with the keys of those steps. */
    feeds: json<Record<string, string[]>>().nullable(),
    /** If it fails, the execution continues without it and without the steps that depend on it. */
    optional: boolean().default(false),
  },
  { because: 'Part of the execution.' },
  { personal: ['text'], of: [{ to: 'execution', by: 'execution_id' }] },
);
export type ExecutionStepRow = Row<typeof executionStepTable>;

/** What a step asked the AI, and its answer; of a step that a guardrail stopped, too. */
export const executionExchangeTable = table(
  'execution_exchange',
  {
    execution_id: bigint().key(),
    step: varchar(64).key(),
    model: varchar(120).nullable(),
    input_tokens: integer().nullable(),
    output_tokens: integer().nullable(),
    /** The user message, without our instructions; null: it has what is not the partner's. */
    prompt: text().nullable(),
    /** As text, or as JSON where a form was asked for. */
    answer: text(),
    /** One of them was longer than what is kept. */
    is_cut: boolean(),
    created_at: timestamp(),
  },
  { since: 'created_at', days: 30, setting: 'RETENTION_EXECUTION_EXCHANGE_DAYS', key: 'ctid' },
  { personal: ['text'], of: [{ to: 'execution', by: 'execution_id' }] },
);

/** A guardrail that matched a step's output. */
export const guardrailHitTable = table(
  'guardrail_hit',
  {
    execution_id: bigint().key(),
    step: varchar(64).key(),
    rule: varchar(64).key(),
    action: oneOf(GUARDRAIL_ACTIONS, 10),
    message: varchar(500),
  },
  { because: 'Part of the execution.' },
  { personal: ['text'], of: [{ to: 'execution', by: 'execution_id' }] },
);
export type GuardrailHitRow = Row<typeof guardrailHitTable>;
