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
import { GUARDRAIL_ACTIONS } from '../guardrails/types.ts';

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
  bucket: smallint(),
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
