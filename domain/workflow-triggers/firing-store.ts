import type { EntityManager } from 'typeorm';
import type { PublishedEvent } from '../../infra/database/port.ts';
import { execute, pick, queryExists, queryMaybeRow, queryRow, queryRows } from '../../infra/database/sql.ts';
import { integer, timestamp } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { type Page, type PageRequest, selectPage } from '../kernel/page.ts';
import { roundRobin } from '../kernel/sql.ts';
import { type PlatformEventRow, platformEventTable } from '../kernel/table.ts';
import { MAX_FIRINGS_AN_HOUR } from './rules.ts';
import { type TriggerFiringRow, type TriggerResult, triggerFiringTable, workflowTriggerTable } from './table.ts';

/** An occurrence created by an event, for the command that runs it. */
export interface CreatedFiring {
  id: number;
  row_key: string;
  trigger_id: number;
  partner_id: number;
}

/** Most occurrences of a trigger that wait at once, for example while Temporal is down; beyond it, events are dropped. */
const MAX_PENDING = 1_000;
const AN_HOUR_AGO = `$1::timestamptz - interval '1 hour'`;
/** Whether trigger `t` has fired as often as it may in the hour before `$1`. */
const IS_FULL = `(SELECT count(*) FROM (SELECT FROM trigger_firing f
         WHERE f.trigger_id = t.id AND f.status = 'fired' AND f.updated_at > ${AN_HOUR_AGO} LIMIT ${MAX_FIRINGS_AN_HOUR}) AS recent)
         >= ${MAX_FIRINGS_AN_HOUR}`;
/** Whether an occurrence of trigger `t` says so. */
const IS_SAID = `EXISTS (SELECT FROM trigger_firing s WHERE s.trigger_id = t.id AND s.result = 'storm' AND s.created_at > ${AN_HOUR_AGO})`;
const IS_FLOODED = `(SELECT count(*) FROM (SELECT FROM trigger_firing p
         WHERE p.trigger_id = t.id AND p.status = 'pending' LIMIT ${MAX_PENDING}) AS waiting) >= ${MAX_PENDING}`;

const FOUND = `(e.data #> string_to_array(c.path, '.'))`;
/**
 * Whether condition `c` holds of event `e`. What is missing, or of a type that the operator does not compare, gives null or false. What is
 * found is read once for all values (`OFFSET` keeps it so): a partner may have fifty thousand.
 */
const HOLDS = `CASE
           WHEN c.operator IN ('equals', 'one_of') THEN ${FOUND} IN (SELECT jsonb_array_elements(c."values"))
           WHEN c.operator = 'contains' AND jsonb_typeof(${FOUND}) = 'array' THEN
             EXISTS (SELECT FROM (SELECT ${FOUND} AS list OFFSET 0) AS found, jsonb_array_elements(c."values") AS v
                     WHERE list @> jsonb_build_array(v))
           WHEN c.operator = 'contains' AND jsonb_typeof(${FOUND}) = 'string' THEN
             EXISTS (SELECT FROM (SELECT ${FOUND} #>> '{}' AS text OFFSET 0) AS found, jsonb_array_elements(c."values") AS v
                     WHERE jsonb_typeof(v) = 'string' AND strpos(text, v #>> '{}') > 0)
           WHEN c.operator = 'greater' AND jsonb_typeof(${FOUND}) = 'number' THEN ${FOUND} > c."values"->0
           WHEN c.operator = 'less' AND jsonb_typeof(${FOUND}) = 'number' THEN ${FOUND} < c."values"->0
         END`;

/**
 * Inserts an occurrence for each active trigger that an event matches. Triggers are looked up by partner and event
 * without a lock, and those that match are kept from being deleted; whether one fires is decided when the occurrence runs. Once a trigger has fired as often as it may,
 * and one occurrence says so, nothing more is written for the hour. Events of sandbox keys start sandbox triggers only.
 * What the statement has found is looked up in a hash (`IS TRUE` keeps that one from becoming a join), since the planner knows of no rows here,
 * as in `insertDeliveries`.
 */
export async function insertFirings(
  em: EntityManager,
  now: Date,
  events: readonly PublishedEvent[],
): Promise<CreatedFiring[]> {
  return queryRows(
    em,
    { ...pick(workflowTriggerTable, 'id', 'row_key', 'partner_id'), trigger_id: triggerFiringTable.columns.trigger_id },
    `WITH event AS MATERIALIZED (
       SELECT * FROM jsonb_to_recordset($2) AS e(id text, "partnerId" bigint, type text, data jsonb, triggers jsonb)
     ), candidate AS MATERIALIZED (
       SELECT t.id, t.partner_id, t.filter, t.conditions, t.sandbox, e.id AS event_id
       FROM event e JOIN workflow_trigger t ON t.partner_id = e."partnerId" AND t.event_name = e.type
       WHERE t.active AND t.type = 'event'
     ), matched AS (
       SELECT t.id, t.partner_id, e.id AS event_id, coalesce(e.triggers, '[]') AS chain
       FROM candidate t JOIN event e ON e.id = t.event_id
       WHERE (t.sandbox OR e.type NOT LIKE ALL ('{content.%,trigger.%}') OR e.data->'sandbox' IS DISTINCT FROM 'true')
         AND NOT EXISTS (SELECT FROM jsonb_each(t.filter) AS c(path, value)
                         WHERE (e.data #> string_to_array(c.path, '.')) IS DISTINCT FROM c.value)
         AND NOT EXISTS (SELECT FROM jsonb_to_recordset(t.conditions) AS c(path text, operator text, "values" jsonb)
                         WHERE NOT coalesce(${HOLDS}, false))
         AND NOT (${IS_SAID} AND ${IS_FULL}) AND NOT ${IS_FLOODED}
     ), kept AS MATERIALIZED (
       SELECT id FROM workflow_trigger WHERE id IN (SELECT id FROM matched) ORDER BY id FOR KEY SHARE
     ), added AS (
       INSERT INTO trigger_firing (row_key, trigger_id, occurrence, event_id, chain, status, created_at, updated_at)
       SELECT gen_random_uuid(), id, event_id, event_id, chain, 'pending', $1, $1 FROM matched
       WHERE (id IN (SELECT id FROM kept)) IS TRUE ORDER BY id, event_id
       ON CONFLICT DO NOTHING
       RETURNING id, row_key, trigger_id
     )
     SELECT a.id, a.row_key, a.trigger_id, t.partner_id FROM added a JOIN workflow_trigger t ON t.id = a.trigger_id ORDER BY a.id`,
    [now, JSON.stringify(events)],
  );
}

/** The occurrence of a scheduled time, inserted if it does not exist. */
export async function openScheduled(
  em: EntityManager,
  now: Date,
  { triggerId, at, rowKey }: { triggerId: number; at: Date; rowKey: string },
): Promise<TriggerFiringRow> {
  await execute(
    em,
    `INSERT INTO trigger_firing (row_key, trigger_id, occurrence, scheduled_for, chain, status, created_at, updated_at)
     VALUES ($2, $3, $4, $5, '[]', 'pending', $1, $1) ON CONFLICT (trigger_id, occurrence) DO NOTHING`,
    [now, rowKey, triggerId, at.toISOString(), at],
  );
  return queryRow(em, triggerFiringTable, 'SELECT * FROM trigger_firing WHERE trigger_id = $1 AND occurrence = $2', [
    triggerId,
    at.toISOString(),
  ]);
}

/** Inserts an occurrence by hand. */
export async function insertByHand(
  em: EntityManager,
  now: Date,
  { triggerId, rowKey, eventId }: { triggerId: number; rowKey: string; eventId: string | null },
): Promise<TriggerFiringRow> {
  return queryRow(
    em,
    triggerFiringTable,
    `WITH added AS (
       INSERT INTO trigger_firing (row_key, trigger_id, occurrence, event_id, chain, status, created_at, updated_at)
       VALUES ($2::uuid, $3, 'run-' || $2::uuid, $4, '[]', 'pending', $1, $1) RETURNING *
     ) SELECT * FROM added`,
    [now, rowKey, triggerId, eventId],
  );
}

/** Whether an occurrence was asked for by a person or a program. */
export function isByHand({ occurrence }: Pick<TriggerFiringRow, 'occurrence'>): boolean {
  return occurrence.startsWith('run-');
}

/** Inserts missed occurrences; returns how many were new. */
export async function insertMissed(
  em: EntityManager,
  now: Date,
  triggerId: number,
  moments: readonly Date[],
): Promise<number> {
  const { added } = await queryRow(
    em,
    { added: integer() },
    `WITH added AS (
       INSERT INTO trigger_firing (row_key, trigger_id, occurrence, scheduled_for, chain, status, result, created_at, updated_at)
       SELECT gen_random_uuid(), $2, o.occurrence, o.occurrence::timestamptz, '[]', 'dropped', 'missed', $1, $1
       FROM unnest($3::text[]) AS o(occurrence)
       ON CONFLICT (trigger_id, occurrence) DO NOTHING RETURNING 1
     ) SELECT count(*)::int AS added FROM added`,
    [now, triggerId, moments.map((moment) => moment.toISOString())],
  );
  return added;
}

/** An occurrence; null when there is none, or its id belongs to another row by now. */
export async function findFiring(db: Db, id: number, rowKey?: string): Promise<TriggerFiringRow | null> {
  return queryMaybeRow(
    db,
    triggerFiringTable,
    'SELECT * FROM trigger_firing WHERE id = $1 AND ($2::uuid IS NULL OR row_key = $2)',
    [id, rowKey ?? null],
  );
}

/** Ends a pending occurrence; false when it had ended. */
export async function endFiring(
  em: EntityManager,
  now: Date,
  id: number,
  {
    result,
    executionId,
    credits,
    setting,
  }: { result: TriggerResult; executionId?: number; credits?: number; setting?: string | undefined },
): Promise<boolean> {
  return queryExists(
    em,
    `WITH ended AS (
       UPDATE trigger_firing SET status = CASE WHEN $3 = 'fired' THEN 'fired' ELSE 'dropped' END, result = $3, execution_id = $4,
         credits = $5, setting = $6, updated_at = $1
       WHERE id = $2 AND status = 'pending' RETURNING 1
     ) SELECT * FROM ended`,
    [now, id, result, executionId ?? null, credits ?? null, setting ?? null],
  );
}

/** Pending occurrences of schedules that were not updated since a time, oldest first. */
export function selectAbandoned(
  db: Db,
  untouchedSince: Date,
  limit: number,
): Promise<Pick<TriggerFiringRow, 'id' | 'row_key'>[]> {
  return queryRows(
    db,
    pick(triggerFiringTable, 'id', 'row_key'),
    roundRobin({
      columns: 'id, row_key',
      waiting: `SELECT f.id, f.row_key, f.updated_at, t.partner_id FROM trigger_firing f JOIN workflow_trigger t ON t.id = f.trigger_id
       WHERE f.status = 'pending' AND f.scheduled_for IS NOT NULL AND f.updated_at < $1`,
      order: 'updated_at, id',
      limit: '$2',
    }),
    [untouchedSince, limit],
  );
}

/** How often the trigger has fired in the hour before a time. What was dropped does not count. */
export async function countFired(em: EntityManager, now: Date, triggerId: number): Promise<number> {
  const { count } = await queryRow(
    em,
    { count: integer() },
    `SELECT count(*)::int AS count FROM trigger_firing WHERE trigger_id = $2 AND status = 'fired' AND updated_at > ${AN_HOUR_AGO}`,
    [now, triggerId],
  );
  return count;
}

/** What a trigger has started since a time: executions, and the credits that they held. */
export function sumFired(
  em: EntityManager,
  since: Date,
  triggerId: number,
): Promise<{ runs: number; credits: number }> {
  return queryRow(
    em,
    { runs: integer(), credits: integer() },
    `SELECT count(*)::int AS runs, coalesce(sum(credits), 0)::int AS credits
     FROM trigger_firing WHERE trigger_id = $2 AND status = 'fired' AND updated_at >= $1`,
    [since, triggerId],
  );
}

/** Whether an occurrence of the hour before a time says that the trigger is silenced. */
export async function hasStorm(em: EntityManager, now: Date, triggerId: number): Promise<boolean> {
  return queryExists(
    em,
    `SELECT FROM trigger_firing WHERE trigger_id = $2 AND result = 'storm' AND created_at > ${AN_HOUR_AGO} LIMIT 1`,
    [now, triggerId],
  );
}

/**
 * Until when the trigger is silenced, once an occurrence of the hour says that it is: an hour after the earliest of the
 * last firings that fill the hour. null: it is not.
 */
export async function findSilenceEnd(em: EntityManager, now: Date, triggerId: number): Promise<Date | null> {
  if (!(await hasStorm(em, now, triggerId))) return null;
  const row = await queryMaybeRow(
    em,
    { until: timestamp() },
    `SELECT updated_at + interval '1 hour' AS until FROM trigger_firing WHERE trigger_id = $1 AND status = 'fired'
     ORDER BY updated_at DESC LIMIT 1 OFFSET ${MAX_FIRINGS_AN_HOUR - 1}`,
    [triggerId],
  );
  return row?.until ?? null;
}

/** Removes an occurrence that has not ended. */
export async function deletePending(em: EntityManager, id: number): Promise<void> {
  await execute(em, `DELETE FROM trigger_firing WHERE id = $1 AND status = 'pending'`, [id]);
}

/** A trigger's occurrences, newest first. */
export function selectFirings(db: Db, triggerId: number, page: PageRequest): Promise<Page<TriggerFiringRow>> {
  return selectPage(
    db,
    {
      columns: triggerFiringTable.columns,
      select: '*',
      from: 'trigger_firing',
      where: 'trigger_id = $1',
      values: [triggerId],
      order: { keys: ['created_at', 'id'] },
    },
    page,
  );
}

/** How many of a partner's newest events are looked through for one of a type. */
const EVENTS_SEARCHED = 10_000;

/**
 * The newest event of a type among the partner's newest 10,000, for triggers of sandbox keys also those of the sandbox; null
 * when there is none.
 */
export function findNewestEvent(
  db: Db,
  partnerId: number,
  { type, sandbox }: { type: string; sandbox: boolean },
): Promise<Pick<PlatformEventRow, 'id' | 'type' | 'data' | 'occurred_at'> | null> {
  return queryMaybeRow(
    db,
    pick(platformEventTable, 'id', 'type', 'data', 'occurred_at'),
    `SELECT id, type, data, occurred_at
     FROM (SELECT id, type, data, occurred_at FROM platform_event
           WHERE partner_id = $1 ORDER BY occurred_at DESC LIMIT ${EVENTS_SEARCHED}) e
     WHERE type = $2
       AND ($3 OR e.type NOT LIKE ALL ('{content.%,trigger.%}') OR e.data->'sandbox' IS DISTINCT FROM 'true')
     ORDER BY occurred_at DESC LIMIT 1`,
    [partnerId, type, sandbox],
  );
}

/** Type and data of an event; null when they were deleted. */
export async function findEventData(
  db: Db,
  id: string,
): Promise<{ type: string; data: Record<string, unknown> } | null> {
  return queryMaybeRow(
    db,
    pick(platformEventTable, 'type', 'data'),
    'SELECT type, data FROM platform_event WHERE id = $1',
    [id],
  );
}
