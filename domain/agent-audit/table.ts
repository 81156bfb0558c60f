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
import type { ChallengeReport } from './challenge/score.ts';
import { type ChallengeCategory, VERDICTS } from './challenge/types.ts';
import type { SimulatedStep } from './simulation/types.ts';

/** How an execution can end. */
export const OUTCOMES = ['completed', 'failed', 'cancelled'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/**
 * A difference to the number of executions that ended on a UTC day in a way and within a bucket of latency (latency.ts), and to what
 * they used and made; totals are sums. A trigger writes it in the transaction that ends an execution.
 */
export const executionOutcomeCountTable = table('execution_outcome_count', {
  partner_id: bigint(),
  day: date(),
  agent_id: bigint(),
  capability: varchar(64),
  sandbox: boolean(),
  status: oneOf(OUTCOMES, 12),
  /** null: it did not complete. */
  bucket: smallint().nullable(),
  n: integer(),
  credits: bigint(),
  /** From its acceptance to its end. */
  duration_ms: bigint(),
  /** Content items that are the partner's since. */
  items: integer(),
  last_ended_at: timestamp(),
  /** A sum of earlier differences. */
  folded: boolean().default(false),
});

/** A difference to the number of guardrail hits of executions that ended on a UTC day. The same trigger writes it. */
export const guardrailHitCountTable = table('guardrail_hit_count', {
  partner_id: bigint(),
  day: date(),
  agent_id: bigint(),
  capability: varchar(64),
  sandbox: boolean(),
  rule: varchar(64),
  action: oneOf(GUARDRAIL_ACTIONS, 10),
  n: integer(),
  folded: boolean().default(false),
});

/** States of work that a run of the engine does; it is over in the last two. */
export const RUN_STATUSES = ['running', 'completed', 'failed'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** An agent that is challenged, or was. */
export const agentChallengeTable = table(
  'agent_challenge',
  {
    id: identity(),
    row_key: uuid(),
    partner_id: bigint(),
    agent_id: bigint(),
    /** The revision of the agent that it is about, whatever becomes of the agent meanwhile. */
    agent_revision: integer(),
    config_version: integer(),
    categories: json<ChallengeCategory[]>(),
    /** Version of the set of prompts. */
    prompt_set: varchar(20),
    status: oneOf(RUN_STATUSES, 12).default('running'),
    total: integer(),
    answered: integer().default(0),
    sandbox: boolean(),
    /** Once completed. */
    report: json<ChallengeReport>().nullable(),
    /** A sentence for the partner, once failed. */
    error: varchar(500).nullable(),
    created_at: timestamp(),
    completed_at: timestamp().nullable(),
    updated_at: timestamp(),
  },
  { since: 'completed_at', days: 400, setting: 'RETENTION_AGENT_CHALLENGE_DAYS' },
);
export type AgentChallengeRow = Row<typeof agentChallengeTable>;

/** What an agent said to a prompt of a challenge, and what came of it; it goes with its challenge. */
export const agentChallengeAnswerTable = table('agent_challenge_answer', {
  challenge_id: bigint().key(),
  prompt: varchar(64).key(),
  verdict: oneOf(VERDICTS, 12),
  /** null: there was no answer. */
  answer: text().nullable(),
  /** Guardrails that the answer hit. */
  rules: textArray(),
  model: varchar(120).nullable(),
  created_at: timestamp(),
});
export type AgentChallengeAnswerRow = Row<typeof agentChallengeAnswerTable>;

/** A capability that an agent rehearses, or has rehearsed: nothing of it becomes anybody's content. */
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
    /** What the steps wrote, by key; cut down to previews once completed. */
    results: json<Record<string, SimulatedStep>>().default(() => "'{}'"),
    error: varchar(500).nullable(),
    created_at: timestamp(),
    completed_at: timestamp().nullable(),
    updated_at: timestamp(),
  },
  { since: 'completed_at', days: 30, setting: 'RETENTION_AGENT_DRY_RUN_DAYS' },
);
export type AgentDryRunRow = Row<typeof agentDryRunTable>;
