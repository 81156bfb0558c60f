import type { EntityManager } from 'typeorm';
import { listRecords } from '../../infra/database/records.ts';
import { execute, pick, queryMaybeRow, queryRows } from '../../infra/database/sql.ts';
import { timestamp } from '../../infra/database/table.ts';
import type { OrderedStep, PlannedStep, StepOutput } from '../capabilities/types.ts';
import type { GuardrailHit } from '../guardrails/types.ts';
import type { Db } from '../kernel/deps.ts';
import { truncate } from '../kernel/words.ts';
import { type ExecutionStepRow, executionStepTable, type GuardrailHitRow, guardrailHitTable } from './table.ts';

/** Steps of an execution in the order of its plan. */
export async function selectSteps(db: Db, executionId: number): Promise<ExecutionStepRow[]> {
  return listRecords(db, executionStepTable, { execution_id: executionId }, { order: { position: 'ASC' } });
}

/** Writes the plan. */
export async function insertSteps(
  em: EntityManager,
  executionId: number,
  steps: readonly (PlannedStep & Partial<OrderedStep>)[],
): Promise<void> {
  await execute(
    em,
    `INSERT INTO execution_step (execution_id, key, position, kind, title, depends_on, deliverable, estimated_credits,
                                 capability, settings, feeds, optional)
     SELECT $1, s.key, s.position, s.kind, s.title, ARRAY(SELECT jsonb_array_elements_text(s.depends_on)), s.deliverable,
            s.estimated_credits, s.capability, s.settings, s.feeds, coalesce(s.optional, false)
     FROM jsonb_to_recordset($2) AS s(key text, position int, kind text, title text, depends_on jsonb, deliverable jsonb,
                                      estimated_credits int, capability text, settings jsonb, feeds jsonb, optional boolean)`,
    [executionId, JSON.stringify(steps.map((step, position) => ({ ...step, position })))],
  );
}

/** Columns of a step's plan; the others hold its result. */
const PLAN =
  'key, position, kind, title, depends_on, deliverable, estimated_credits, capability, settings, feeds, optional';
/** Columns of a step's result. */
const RESULT = 'status, attempts, credits_used, summary, output, model, started_at, completed_at';

/** Copies a plan without results. */
export async function copyPlan(em: EntityManager, fromId: number, toId: number): Promise<void> {
  await execute(
    em,
    `INSERT INTO execution_step (execution_id, ${PLAN}) SELECT $2, ${PLAN} FROM execution_step WHERE execution_id = $1`,
    [fromId, toId],
  );
}

/** Copies a plan; finished steps keep their results and their price. */
export async function copySteps(em: EntityManager, fromId: number, toId: number): Promise<void> {
  await execute(
    em,
    `WITH finished AS (
       INSERT INTO execution_step (execution_id, ${PLAN}, ${RESULT}, reused_from)
       SELECT $2, ${PLAN}, ${RESULT}, coalesce(reused_from, execution_id)
       FROM execution_step WHERE execution_id = $1 AND status = 'completed'
     )
     INSERT INTO execution_step (execution_id, ${PLAN})
     SELECT $2, ${PLAN} FROM execution_step WHERE execution_id = $1 AND status <> 'completed'`,
    [fromId, toId],
  );
  await execute(
    em,
    `INSERT INTO guardrail_hit (execution_id, step, rule, action, message)
     SELECT $2, h.step, h.rule, h.action, h.message FROM guardrail_hit h
     JOIN execution_step s ON s.execution_id = h.execution_id AND s.key = h.step AND s.status = 'completed'
     WHERE h.execution_id = $1`,
    [fromId, toId],
  );
}

/**
 * Marks a step as running and counts the attempt. Returns when the first attempt began; null when the step or the
 * execution has ended.
 */
export async function startStep(db: Db, now: Date, executionId: number, key: string): Promise<Date | null> {
  const started = await queryMaybeRow(
    db,
    { started_at: timestamp() },
    `WITH touched AS (
       UPDATE execution SET updated_at = $1 WHERE id = $2 AND status = 'executing' RETURNING id
     ), started AS (
       UPDATE execution_step s SET status = 'running', attempts = attempts + 1, started_at = coalesce(started_at, $1)
       FROM touched WHERE s.execution_id = touched.id AND s.key = $3 AND s.status IN ('pending', 'running') RETURNING attempts, started_at
     ), noted AS (
       INSERT INTO execution_event (execution_id, type, data, created_at)
       SELECT $2, 'step', jsonb_build_object('key', $3::text, 'status', 'running', 'attempts', attempts), $1 FROM started
     )
     SELECT started_at FROM started`,
    [now, executionId, key],
  );
  return started?.started_at ?? null;
}

/** Longest stored summary, characters. */
const MAX_SUMMARY_LENGTH = 500;

/** Result of a completed step. */
export interface StepCompletion {
  /** Whether its price is charged. */
  charged: boolean;
  summary: string;
  output: StepOutput;
  model: string | null;
  inputTokens: number | null;
  outputTokens: number | null;
  /** Progress of the execution after this step, per cent. */
  progress: number;
}

/** Saves a step's result and the execution's progress; does nothing when the step is already completed. */
export async function completeStep(
  em: EntityManager,
  now: Date,
  executionId: number,
  key: string,
  completion: StepCompletion,
): Promise<void> {
  await execute(
    em,
    `WITH done AS (
       UPDATE execution_step SET status = 'completed', completed_at = $1, credits_used = CASE WHEN $9 THEN estimated_credits ELSE 0 END, summary = $4, output = $5,
         model = $6, input_tokens = $7, output_tokens = $8
       WHERE execution_id = $2 AND key = $3 AND status IN ('pending', 'running') RETURNING credits_used
     ), moved AS (
       UPDATE execution SET progress_percentage = $10, updated_at = $1 FROM done WHERE id = $2
     )
     INSERT INTO execution_event (execution_id, type, data, created_at)
     SELECT $2, event.type, event.data, $1
     FROM done, LATERAL (VALUES
       (1, 'step', jsonb_build_object('key', $3::text, 'status', 'completed', 'summary', $4::text, 'credits_used', credits_used)),
       (2, 'progress', jsonb_build_object('progress_percentage', $10::smallint))) AS event(n, type, data)
     ORDER BY event.n`,
    [
      now,
      executionId,
      key,
      truncate(completion.summary, MAX_SUMMARY_LENGTH),
      JSON.stringify(completion.output),
      completion.model,
      completion.inputTokens,
      completion.outputTokens,
      completion.charged,
      completion.progress,
    ],
  );
}

/** Adds to the output of a finished step. */
export async function setOutput(
  em: EntityManager,
  executionId: number,
  key: string,
  output: StepOutput,
): Promise<void> {
  await execute(em, 'UPDATE execution_step SET output = $3 WHERE execution_id = $1 AND key = $2', [
    executionId,
    key,
    JSON.stringify(output),
  ]);
}

/** Ends the running steps when their execution ends. */
export async function endRunningSteps(
  em: EntityManager,
  now: Date,
  executionId: number,
  status: 'failed' | 'cancelled',
): Promise<void> {
  await execute(
    em,
    `WITH gone AS (
       UPDATE execution_step SET status = $3::text, completed_at = $1 WHERE execution_id = $2 AND status = 'running' RETURNING key
     )
     INSERT INTO execution_event (execution_id, type, data, created_at)
     SELECT $2, 'step', jsonb_build_object('key', key, 'status', $3::text), $1 FROM gone`,
    [now, executionId, status],
  );
}

/** Fails an optional step and cancels the given steps that have not ended; nothing is charged for them. */
export async function dropSteps(
  em: EntityManager,
  now: Date,
  executionId: number,
  { key, summary, cancelled }: { key: string; summary: string; cancelled: readonly string[] },
): Promise<void> {
  await execute(
    em,
    `WITH dropped AS (
       UPDATE execution_step SET status = CASE WHEN key = $3 THEN 'failed' ELSE 'cancelled' END, completed_at = $1,
         summary = CASE WHEN key = $3 THEN $4 END
       WHERE execution_id = $2 AND (key = $3 OR key = ANY ($5::text[])) AND status IN ('pending', 'running') RETURNING key, status, position
     ), touched AS (
       UPDATE execution SET updated_at = $1 WHERE id = $2
     )
     INSERT INTO execution_event (execution_id, type, data, created_at)
     SELECT $2, 'step', jsonb_build_object('key', key, 'status', status), $1 FROM dropped ORDER BY position`,
    [now, executionId, key, truncate(summary, MAX_SUMMARY_LENGTH), cancelled],
  );
}

/** Saves guardrail hits, one per rule and step. */
export async function insertHits(
  em: EntityManager,
  executionId: number,
  step: string,
  hits: readonly GuardrailHit[],
): Promise<void> {
  if (hits.length === 0) return;
  await execute(
    em,
    `INSERT INTO guardrail_hit (execution_id, step, rule, action, message)
     SELECT $1, $2, h.rule, h.action, h.message FROM jsonb_to_recordset($3) AS h(rule text, action text, message text)
     ON CONFLICT DO NOTHING`,
    [executionId, step, JSON.stringify(hits)],
  );
}

/** What guardrails found in the output of a step. */
export async function selectHits(
  db: Db,
  executionId: number,
  step: string,
): Promise<Pick<GuardrailHitRow, 'rule' | 'action' | 'message'>[]> {
  return queryRows(
    db,
    pick(guardrailHitTable, 'rule', 'action', 'message'),
    'SELECT rule, action, message FROM guardrail_hit WHERE execution_id = $1 AND step = $2 ORDER BY rule',
    [executionId, step],
  );
}

/** The hit that blocked the execution, or the given step; null when there is none. */
export async function findBlockingHit(
  db: Db,
  executionId: number,
  step: string | null = null,
): Promise<{ message: string } | null> {
  return queryMaybeRow(
    db,
    pick(guardrailHitTable, 'message'),
    `SELECT message FROM guardrail_hit WHERE execution_id = $1 AND action = 'block' AND ($2::text IS NULL OR step = $2)
     ORDER BY step, rule LIMIT 1`,
    [executionId, step],
  );
}
