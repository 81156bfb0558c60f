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
import type { PlannedStep } from '../capabilities/types.ts';
import { GUARDRAIL_ACTIONS } from '../guardrails/types.ts';
import type { ChallengeReport } from './challenge/judge.ts';
import { type ChallengeCategory, VERDICTS } from './challenge/types.ts';
import type { SimulatedStep } from './simulation.ts';

/** Final states of executions. */
export const OUTCOMES = ['completed', 'failed', 'cancelled'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/**
 * A counter delta for executions that ended on a UTC day with one outcome and latency bucket (figures.ts), with the credits and
 * items of these; totals are sums of rows. A trigger inserts it in the transaction that ends an execution.
 */
export const executionOutcomeCountTable = table(
  'execution_outcome_count',
  {
    partner_id: bigint(),
    day: date(),
    agent_id: bigint(),
    capability: varchar(64),
    sandbox: boolean(),
    status: oneOf(OUTCOMES, 12),
    /** null: not completed. */
    bucket: smallint().nullable(),
    n: integer(),
    credits: bigint(),
    /** From acceptance to end. */
    duration_ms: bigint(),
    /** Content items delivered to the partner. */
    items: integer(),
    last_ended_at: timestamp(),
    /** A sum of earlier differences. */
    folded: boolean().default(false),
  },
  { because: 'A row for each day and category, whatever happens on it.' },
  { personal: [] },
);

/** A counter delta for guardrail hits of executions that ended on a UTC day. The same trigger inserts it. */
export const guardrailHitCountTable = table(
  'guardrail_hit_count',
  {
    partner_id: bigint(),
    day: date(),
    agent_id: bigint(),
    capability: varchar(64),
    sandbox: boolean(),
    rule: varchar(64),
    action: oneOf(GUARDRAIL_ACTIONS, 10),
    n: integer(),
    folded: boolean().default(false),
  },
  { because: 'A row for each day and category, whatever happens on it.' },
  { personal: [] },
);

/** States of work that a workflow does; the last two are final. */
export const RUN_STATUSES = ['running', 'completed', 'failed'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** A challenge of an agent with adversarial prompts. */
export const agentChallengeTable = table(
  'agent_challenge',
  {
    id: identity(),
    row_key: uuid(),
    partner_id: bigint(),
    agent_id: bigint(),
    /** The agent's revision when the challenge began. */
    agent_revision: integer(),
    config_version: integer(),
    categories: json<ChallengeCategory[]>(),
    /** Version of the set of prompts. */
    prompt_set: varchar(20),
    status: oneOf(RUN_STATUSES, 12).default('running'),
    total: integer(),
    answered: integer().default(0),
    sandbox: boolean(),
    /** Set once completed. */
    report: json<ChallengeReport>().nullable(),
    /** A message for the partner, set once failed. */
    error: varchar(500).nullable(),
    created_at: timestamp(),
    completed_at: timestamp().nullable(),
    updated_at: timestamp(),
  },
  { since: 'completed_at', days: 400, setting: 'RETENTION_AGENT_CHALLENGE_DAYS' },
  { personal: ['text'] },
);
export type AgentChallengeRow = Row<typeof agentChallengeTable>;

/** An agent's answer to a prompt of a challenge and its verdict; deleted with the challenge. */
export const agentChallengeAnswerTable = table(
  'agent_challenge_answer',
  {
    challenge_id: bigint().key(),
    prompt: varchar(64).key(),
    verdict: oneOf(VERDICTS, 12),
    /** null: there was no answer. */
    answer: text().nullable(),
    /** Guardrails that the answer hit. */
    rules: textArray(),
    model: varchar(120).nullable(),
    created_at: timestamp(),
  },
  { with: 'agent_challenge' },
  { personal: ['text'], of: [{ to: 'agent_challenge', by: 'challenge_id' }] },
);
export type AgentChallengeAnswerRow = Row<typeof agentChallengeAnswerTable>;

/** A dry run of a capability with an agent; it creates no content. */
export const agentDryRunTable = table(
  'agent_dry_run',
  {
    id: identity(),
    row_key: uuid(),
    partner_id: bigint(),
    agent_id: bigint(),
    agent_revision: integer(),
    capability: varchar(64),
    status: oneOf(RUN_STATUSES, 12).default('running'),
    settings: json<Record<string, unknown>>(),
    context: json<Record<string, unknown>>(),
    sandbox: boolean(),
    plan_summary: text(),
    steps: json<PlannedStep[]>(),
    /** Results of the steps by key; only previews once completed. */
    results: json<Record<string, SimulatedStep>>().default(() => "'{}'"),
    error: varchar(500).nullable(),
    created_at: timestamp(),
    completed_at: timestamp().nullable(),
    updated_at: timestamp(),
  },
  { since: 'completed_at', days: 30, setting: 'RETENTION_AGENT_DRY_RUN_DAYS' },
  { personal: ['text'] },
);
export type AgentDryRunRow = Row<typeof agentDryRunTable>;

/** How many free runs a partner's production credentials have had on the last day with any; one row per partner. */
export const agentFreeRunsTable = table(
  'agent_free_runs',
  {
    partner_id: bigint().key(),
    /** UTC day, `YYYY-MM-DD`. */
    day: date(),
    used: integer(),
  },
  { because: 'One row for each partner.' },
  { personal: [] },
);
