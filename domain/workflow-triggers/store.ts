import type { EntityManager } from 'typeorm';
import { countRecords, findRecord, insertRecord } from '../../infra/database/records.ts';
import { pick, queryMaybeRow, queryRow, queryRows } from '../../infra/database/sql.ts';
import type { Db } from '../kernel/deps.ts';
import { type Page, selectPage } from '../kernel/page.ts';
import { allOf, orderOf, roundRobin, whereSandbox } from '../kernel/sql.ts';
import type { Creator } from './creator.ts';
import type { TriggersQuery } from './schema.ts';
import { type TriggerResult, type WorkflowTriggerRow, workflowTriggerTable } from './table.ts';

/** Fields of a new trigger. */
export type NewTrigger = Creator &
  Pick<
    WorkflowTriggerRow,
    | 'row_key'
    | 'partner_id'
    | 'name'
    | 'template_slug'
    | 'capability_slug'
    | 'type'
    | 'cron'
    | 'timezone'
    | 'event_name'
    | 'filter'
    | 'conditions'
    | 'mapping'
    | 'input'
    | 'max_runs_per_day'
    | 'max_credits_per_day'
    | 'pause_after_failures'
    | 'assignee_id'
    | 'reviewer_id'
    | 'active'
    | 'next_fire_at'
  >;

/** Number of a partner's triggers. */
export function countTriggers(db: Db, partnerId: number): Promise<number> {
  return countRecords(db, workflowTriggerTable, { partner_id: partnerId });
}

/** One of the partner's triggers that execute a template, or null. */
export async function findTriggerOfTemplate(db: Db, partnerId: number, slug: string): Promise<number | null> {
  const trigger = await findRecord(db, workflowTriggerTable, { partner_id: partnerId, template_slug: slug });
  return trigger?.id ?? null;
}

/** Adds a trigger. */
export function insertTrigger(em: EntityManager, now: Date, trigger: NewTrigger): Promise<WorkflowTriggerRow> {
  const times = { checked_at: now, created_at: now, updated_at: now };
  return insertRecord(em, workflowTriggerTable, { ...trigger, ...times });
}

/** A trigger, or null. */
export async function findTrigger(db: Db, id: number): Promise<WorkflowTriggerRow | null> {
  return queryMaybeRow(db, workflowTriggerTable, 'SELECT * FROM workflow_trigger WHERE id = $1', [id]);
}

/** Locks a trigger until the transaction ends; null when there is none, or its id belongs to another row by now. */
export async function lockTrigger(em: EntityManager, id: number, rowKey?: string): Promise<WorkflowTriggerRow | null> {
  // A weak lock, since events insert firings that reference it meanwhile.
  return queryMaybeRow(
    em,
    workflowTriggerTable,
    'SELECT * FROM workflow_trigger WHERE id = $1 AND ($2::uuid IS NULL OR row_key = $2) FOR NO KEY UPDATE',
    [id, rowKey ?? null],
  );
}

/** Changes a trigger that the caller has locked. */
export async function updateTrigger(
  em: EntityManager,
  now: Date,
  id: number,
  changes: Partial<Omit<WorkflowTriggerRow, 'id'>>,
): Promise<WorkflowTriggerRow> {
  const names = Object.keys(changes);
  return queryRow(
    em,
    workflowTriggerTable,
    `WITH changed AS (
       UPDATE workflow_trigger SET ${[...names.map((name, index) => `${name} = $${index + 3}`), 'updated_at = $1'].join(', ')}
       WHERE id = $2 RETURNING *
     ) SELECT * FROM changed`,
    [now, id, ...Object.values(changes).map(parameterOf)],
  );
}

function parameterOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !(value instanceof Date) ? JSON.stringify(value) : value;
}

/** The partner's triggers after an id, for work on all of them. */
export function selectTriggerKeys(
  db: Db,
  partnerId: number,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<Pick<WorkflowTriggerRow, 'id' | 'row_key'>[]> {
  return queryRows(
    db,
    pick(workflowTriggerTable, 'id', 'row_key'),
    'SELECT id, row_key FROM workflow_trigger WHERE partner_id = $1 AND id > $2 ORDER BY id LIMIT $3',
    [partnerId, afterId, limit],
  );
}

/** Removes a trigger with its firings, or returns null. */
export async function deleteTriggerRow(em: EntityManager, id: number): Promise<WorkflowTriggerRow | null> {
  return queryMaybeRow(
    em,
    workflowTriggerTable,
    'WITH gone AS (DELETE FROM workflow_trigger WHERE id = $1 RETURNING *) SELECT * FROM gone',
    [id],
  );
}

/** A partner's triggers, newest first. */
export function selectTriggers(
  db: Db,
  partnerId: number,
  { sandbox, ...page }: TriggersQuery,
): Promise<Page<WorkflowTriggerRow>> {
  return selectPage(
    db,
    {
      columns: workflowTriggerTable.columns,
      select: '*',
      from: 'workflow_trigger',
      where: allOf(['partner_id = $1', whereSandbox(sandbox, 'sandbox')]),
      values: [partnerId],
      order: orderOf({ created_at: ['id'], name: ['lower(name)', 'id'] }, page),
      isLong: true,
    },
    page,
  );
}

/**
 * Active schedules that should have fired before a time and were not checked since, in turns by partner, the longest unchecked
 * first, so that each is reached, however many are late.
 */
export function selectOverdue(
  db: Db,
  before: Date,
  limit: number,
): Promise<Pick<WorkflowTriggerRow, 'id' | 'row_key'>[]> {
  return queryRows(
    db,
    pick(workflowTriggerTable, 'id', 'row_key'),
    roundRobin({
      columns: 'id, row_key',
      waiting: `SELECT id, row_key, partner_id, checked_at FROM workflow_trigger
       WHERE active AND type = 'schedule' AND next_fire_at < $1 AND (checked_at IS NULL OR checked_at < $1)`,
      order: 'checked_at NULLS FIRST, id',
      limit: '$2',
    }),
    [before, limit],
  );
}

/** Schedules that were not compared with Temporal since a time, in turns by partner. */
export function selectUnchecked(
  db: Db,
  since: Date,
  limit: number,
): Promise<Pick<WorkflowTriggerRow, 'id' | 'row_key'>[]> {
  return queryRows(
    db,
    pick(workflowTriggerTable, 'id', 'row_key'),
    roundRobin({
      columns: 'id, row_key',
      waiting: `SELECT id, row_key, partner_id, checked_at FROM workflow_trigger WHERE type = 'schedule' AND checked_at < $1`,
      order: 'checked_at, id',
      limit: '$2',
    }),
    [since, limit],
  );
}

/** The fields of a trigger that say what came of its last occurrence; `storm` is said by `silenced_until`. */
export function outcomeOf(result: Exclude<TriggerResult, 'storm'>, now: Date, trigger: WorkflowTriggerRow) {
  if (result !== 'fired') return { last_result: result };
  return { last_result: result, last_fired_at: now, executions_count: trigger.executions_count + 1 };
}

/** The fields of a trigger that is switched on: what failed before counts no more. */
export function resumed(now: Date) {
  return { failures_in_a_row: 0, failures_since: now };
}

/** A trigger as callers see it: `storm` as its last result while it is silenced. */
export function shownAt(now: Date, trigger: WorkflowTriggerRow): WorkflowTriggerRow {
  const isSilenced = trigger.silenced_until !== null && trigger.silenced_until > now;
  return isSilenced ? { ...trigger, last_result: 'storm' } : trigger;
}
