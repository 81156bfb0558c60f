import type { EntityManager } from 'typeorm';
import { findRecord, insertRecord } from '../../infra/database/records.ts';
import { execute, pick, queryMaybeRow } from '../../infra/database/sql.ts';
import type { Db } from '../kernel/deps.ts';
import type { AgentDryRunReference } from './schema.ts';
import type { SimulatedStep } from './simulation.ts';
import { type AgentDryRunRow, agentDryRunTable } from './table.ts';

/** Values of a new agent dry run. */
export type NewAgentDryRun = Pick<
  AgentDryRunRow,
  | 'row_key'
  | 'partner_id'
  | 'agent_id'
  | 'agent_revision'
  | 'capability'
  | 'settings'
  | 'context'
  | 'sandbox'
  | 'plan_summary'
  | 'steps'
>;

/** Inserts a running agent dry run. */
export function insertAgentDryRun(em: EntityManager, now: Date, dryRun: NewAgentDryRun): Promise<AgentDryRunRow> {
  return insertRecord(em, agentDryRunTable, { ...dryRun, created_at: now, updated_at: now });
}

/** An agent dry run by its id; null when there is none. */
export function findAgentDryRun(db: Db, id: number): Promise<AgentDryRunRow | null> {
  return findRecord(db, agentDryRunTable, { id });
}

/** A running agent dry run; null when it has ended or the row has another key. */
export async function findRunningDryRun(
  db: Db,
  { dryRunId, rowKey }: AgentDryRunReference,
): Promise<AgentDryRunRow | null> {
  return queryMaybeRow(
    db,
    agentDryRunTable,
    `SELECT * FROM agent_dry_run WHERE id = $1 AND row_key = $2 AND status = 'running'`,
    [dryRunId, rowKey],
  );
}

/** Stores the result of a step once; does nothing when the dry run has ended. */
export async function saveSimulatedStep(
  db: Db,
  now: Date,
  { dryRunId, rowKey }: AgentDryRunReference,
  key: string,
  result: SimulatedStep,
): Promise<void> {
  await execute(
    db,
    `UPDATE agent_dry_run SET results = jsonb_build_object($4::text, $5::jsonb) || results, updated_at = $1
     WHERE id = $2 AND row_key = $3 AND status = 'running'`,
    [now, dryRunId, rowKey, key, JSON.stringify(result)],
  );
}

/** Result of an agent dry run. */
export type AgentDryRunOutcome =
  | { status: 'completed'; results: Record<string, SimulatedStep> }
  | { status: 'failed'; results: Record<string, never>; error: string };

/** Ends a running agent dry run; null when it had already ended. */
export async function endAgentDryRun(
  db: Db,
  now: Date,
  { dryRunId, rowKey }: AgentDryRunReference,
  outcome: AgentDryRunOutcome,
): Promise<Pick<AgentDryRunRow, 'id' | 'partner_id'> | null> {
  return queryMaybeRow(
    db,
    pick(agentDryRunTable, 'id', 'partner_id'),
    `WITH ended AS (
       UPDATE agent_dry_run SET status = $4::text, results = $5, error = $6, completed_at = $1, updated_at = $1
       WHERE id = $2 AND row_key = $3 AND status = 'running' RETURNING id, partner_id
     ) SELECT id, partner_id FROM ended`,
    [
      now,
      dryRunId,
      rowKey,
      outcome.status,
      JSON.stringify(outcome.results),
      outcome.status === 'failed' ? outcome.error : null,
    ],
  );
}
