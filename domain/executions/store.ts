import type { EntityManager } from 'typeorm';
import { insertionOf } from '../../infra/database/records.ts';
import { execute, omit, pick, queryMaybeRow, type RowOf } from '../../infra/database/sql.ts';
import { bigint, text, timestamp } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { inWords } from '../kernel/sql.ts';
import {
  type AgentReference,
  ENDED_STATUSES,
  type ExecutionReference,
  type ExecutionSummary,
  OPEN_STATUSES,
  statesBefore,
} from './rules.ts';
import { type ExecutionRow, type ExecutionStatus, type ExecutionWait, executionTable } from './table.ts';

/** The people whom a trigger names for the content items of its executions. */
export type ItemPeople = Pick<ExecutionRow, 'assignee_id' | 'reviewer_id'>;

/** What is known of an execution before it has an agent. */
type NewExecution = Pick<
  ExecutionRow,
  | 'row_key'
  | 'partner_id'
  | 'capability'
  | 'priority'
  | 'credits_held'
  | 'settings'
  | 'context'
  | 'lookup'
  | 'notify_on_complete'
  | 'sandbox'
  | 'retried_from'
  | 'lineage_id'
  | 'template_slug'
  | 'template_id'
  | 'template_version'
  | 'trigger_chain'
  | 'started_by'
  | 'assignee_id'
  | 'reviewer_id'
>;

/** Who is to carry a new execution out. */
interface AgentWanted {
  /** null: the least busy agent of the partner that supports the capabilities, else the platform's own. */
  id: number | null;
  capabilities: readonly string[];
}

/** The columns of which a new execution has the default. */
const JUST_ACCEPTED = {
  status: 'pending',
  progress_percentage: 0,
  credits_used: 0,
  agent_revision: null,
  plan_summary: null,
  plan_started_at: null,
  waiting: null,
  error_message: null,
  trigger_id: null,
  started_at: null,
  completed_at: null,
} as const satisfies Partial<ExecutionRow>;

/**
 * Agents with this many executions count as equally busy, because counting further would cost more the busier they are.
 */
const BUSY_ENOUGH = 20;

/** Agents that may be chosen when none is specified ($3 is null); the platform's own comes last. */
const CANDIDATES = `$3::bigint IS NULL AND (a.partner_id IS NULL
         OR a.partner_id = $2 AND a.is_active AND (a.capabilities IS NULL OR $4::text[] <@ a.capabilities))`;

/** An execution in a list, and what it shows of its agent. */
export const LISTED = {
  ...omit(executionTable, 'settings', 'context', 'lookup', 'plan_summary'),
  agent_name: text(),
  agent_type: text(),
};
/** An execution, and what it shows of its agent. */
export const WITH_AGENT = { ...executionTable.columns, agent_name: text(), agent_type: text() };

/** Inserts a pending execution and its first event. */
export async function insertExecution(
  em: EntityManager,
  now: Date,
  execution: NewExecution,
  wanted: AgentWanted,
): Promise<ExecutionSummary> {
  const given = { ...execution, created_at: now, updated_at: now };
  const values: unknown[] = [now, execution.partner_id, wanted.id, wanted.capabilities];
  const { columns, places } = insertionOf(executionTable, given, values);
  const row = await queryMaybeRow(
    em,
    { execution_id: bigint(), id: bigint(), name: text(), type: text() },
    `WITH chosen AS (
       SELECT id, name, agent_type AS type FROM agent a
       WHERE ${wanted.id === null ? CANDIDATES : 'a.id = $3 AND $4::text[] IS NOT NULL'}
       ORDER BY a.partner_id IS NULL,
                CASE WHEN a.partner_id = $2 THEN
                  (SELECT count(*) FROM (SELECT FROM execution e WHERE e.agent_id = a.id
                                         AND e.status ${inWords(OPEN_STATUSES)} LIMIT ${BUSY_ENOUGH}) AS running) END,
                a.id
       LIMIT 1
     ), added AS (
       INSERT INTO execution (agent_id, ${columns}) SELECT chosen.id, ${places} FROM chosen RETURNING id, status
     ), noted AS (
       INSERT INTO execution_event (execution_id, type, data, created_at)
       SELECT id, 'status', jsonb_build_object('status', status, 'progress_percentage', 0), $1 FROM added
     )
     SELECT added.id AS execution_id, chosen.* FROM added, chosen`,
    values,
  );
  if (!row) throw new Error('No agent could be chosen; the platform agent is missing.');
  const { execution_id: id, ...agent } = row;
  return { ...JUST_ACCEPTED, ...given, id, agent_id: agent.id, agent };
}

/** An execution with its agent; null when there is none, or a later row has its id. */
export async function findExecution(db: Db, reference: ExecutionReference): Promise<ExecutionSummary | null> {
  const row = await queryMaybeRow(
    db,
    WITH_AGENT,
    `SELECT e.*, a.name AS agent_name, a.agent_type FROM execution e JOIN agent a ON a.id = e.agent_id
     WHERE e.id = $1 AND ($2::uuid IS NULL OR e.row_key = $2)`,
    [reference.executionId, reference.rowKey ?? null],
  );
  return row && withAgent(row);
}

/** Id of an open execution that retries another, or null. */
export async function findOpenRetry(
  em: EntityManager,
  { id, partner_id }: Pick<ExecutionRow, 'id' | 'partner_id'>,
): Promise<number | null> {
  const row = await queryMaybeRow(
    em,
    pick(executionTable, 'id'),
    'SELECT id FROM execution WHERE partner_id = $1 AND status = ANY($2) AND retried_from = $3 ORDER BY id LIMIT 1',
    [partner_id, OPEN_STATUSES, id],
  );
  return row?.id ?? null;
}

/** The execution with its row locked until the transaction ends; null when there is none, or a later row has its id. */
export async function lockExecution(em: EntityManager, reference: ExecutionReference): Promise<ExecutionRow | null> {
  return queryMaybeRow(
    em,
    executionTable,
    'SELECT * FROM execution WHERE id = $1 AND ($2::uuid IS NULL OR row_key = $2) FOR NO KEY UPDATE',
    [reference.executionId, reference.rowKey ?? null],
  );
}

/** Saves which triggers led to an execution, of which the last one created it, and the people whom that one names. */
export async function setTrigger(
  em: EntityManager,
  id: number,
  chain: readonly number[],
  { assignee_id, reviewer_id }: ItemPeople,
): Promise<void> {
  await execute(
    em,
    'UPDATE execution SET trigger_id = $2, trigger_chain = $3, assignee_id = $4, reviewer_id = $5 WHERE id = $1',
    [id, chain.at(-1) ?? null, JSON.stringify(chain), assignee_id, reviewer_id],
  );
}

/** What changes along with a status. */
export interface StatusChange {
  status: ExecutionStatus;
  progress?: number;
  creditsUsed?: number;
  planSummary?: string;
  error?: string;
}

/**
 * Moves an execution to a status, guarded by the table of transitions, and adds the event. null when the execution's
 * state does not allow it, which is a lost race and not an error, or when a later row has its id.
 */
export async function moveExecution(
  db: Db,
  now: Date,
  reference: ExecutionReference,
  change: StatusChange,
): Promise<ExecutionRow | null> {
  const from = statesBefore(change.status);
  return queryMaybeRow(
    db,
    executionTable,
    `WITH moved AS (
       UPDATE execution SET status = $3::text, updated_at = $1,
         progress_percentage = coalesce($5, progress_percentage),
         credits_used = coalesce($6, credits_used),
         plan_summary = coalesce($7, plan_summary),
         error_message = coalesce($8::text, error_message),
         agent_revision = CASE WHEN $3::text = 'planning' THEN (SELECT a.revision FROM agent a WHERE a.id = execution.agent_id)
                               ELSE agent_revision END,
         started_at = CASE WHEN $3::text = 'planning' THEN $1 ELSE started_at END,
         completed_at = CASE WHEN $3::text ${inWords(ENDED_STATUSES)} THEN $1 ELSE completed_at END,
         waiting = CASE WHEN $3::text ${inWords(ENDED_STATUSES)} THEN NULL ELSE waiting END
       WHERE id = $2 AND status = ANY($4) AND ($9::uuid IS NULL OR row_key = $9) RETURNING *
     ), noted AS (
       INSERT INTO execution_event (execution_id, type, data, created_at)
       SELECT id, 'status', jsonb_strip_nulls(jsonb_build_object('status', status, 'progress_percentage', progress_percentage,
                                                                'credits_used', credits_used, 'error_message', $8::text)), $1
       FROM moved
     )
     SELECT * FROM moved`,
    [
      now,
      reference.executionId,
      change.status,
      from,
      change.progress ?? null,
      change.creditsUsed ?? null,
      change.planSummary ?? null,
      change.error ?? null,
      reference.rowKey ?? null,
    ],
  );
}

/** Adds the retrieved passages to the context, once, so that every later attempt works with the same. */
export async function keepFound(db: Db, id: number, found: Record<string, unknown>): Promise<void> {
  await execute(
    db,
    'UPDATE execution SET context = context || $2::jsonb, lookup = NULL WHERE id = $1 AND lookup IS NOT NULL',
    [id, JSON.stringify(found)],
  );
}

/** Saves when planning was first attempted; null when it is not to be planned, or a later row has its id. */
export async function startPlan(
  db: Db,
  now: Date,
  reference: ExecutionReference,
): Promise<(ExecutionRow & { plan_started_at: Date }) | null> {
  return queryMaybeRow(
    db,
    { ...executionTable.columns, plan_started_at: timestamp() },
    `WITH started AS (
       UPDATE execution SET plan_started_at = coalesce(plan_started_at, $1)
       WHERE id = $2 AND status = 'planning' AND ($3::uuid IS NULL OR row_key = $3) RETURNING *
     ) SELECT * FROM started`,
    [now, reference.executionId, reference.rowKey ?? null],
  );
}

/** Such a row as an execution with its agent. */
export function withAgent<Row extends RowOf<typeof LISTED>>({
  agent_name,
  agent_type,
  ...execution
}: Row): Omit<Row, 'agent_name' | 'agent_type'> & { agent: AgentReference } {
  const agent: AgentReference = { id: execution.agent_id, name: agent_name, type: agent_type };
  return { ...execution, agent };
}

/** Stores what an open execution waits for; null: no longer, if it waited for that step. */
export async function setWaiting(
  db: Db,
  { id, row_key }: Pick<ExecutionRow, 'id' | 'row_key'>,
  step: string | null,
  wait: ExecutionWait | null,
): Promise<void> {
  await execute(
    db,
    `UPDATE execution SET waiting = $4 WHERE id = $1 AND row_key = $2 AND status ${inWords(OPEN_STATUSES)}
       AND ($4::jsonb IS NOT NULL OR waiting->>'step' IS NOT DISTINCT FROM $3::text)`,
    [id, row_key, step, wait && JSON.stringify(wait)],
  );
}

/** When the oldest execution that has not ended was ordered; null when all have. */
export async function selectOldestOpen(db: Db): Promise<Date | null> {
  const oldest = await queryMaybeRow(
    db,
    pick(executionTable, 'created_at'),
    `SELECT created_at FROM execution WHERE status ${inWords(OPEN_STATUSES)} ORDER BY id LIMIT 1`,
  );
  return oldest?.created_at ?? null;
}
