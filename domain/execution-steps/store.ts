import type { EntityManager } from 'typeorm';
import type { PlannedStep, StepOutput } from '../capabilities/types.ts';
import type { GuardrailHit } from '../guardrails/types.ts';
import type { Db } from '../kernel/deps.ts';
import { truncate } from '../kernel/words.ts';
import type { ExecutionStepRow } from './table.ts';

/** Steps of an execution in the order of its plan. */
export async function listSteps(db: Db, executionId: number): Promise<ExecutionStepRow[]> {
  return db.query('SELECT * FROM execution_step WHERE execution_id = $1 ORDER BY position', [executionId]);
}

/** Writes the plan. */
export async function insertSteps(
  em: EntityManager,
  executionId: number,
  steps: readonly PlannedStep[],
): Promise<void> {
  await em.query(
    `INSERT INTO execution_step (execution_id, key, position, kind, title, depends_on, deliverable, estimated_credits)
     SELECT $1, s.key, s.position, s.kind, s.title, ARRAY(SELECT jsonb_array_elements_text(s.depends_on)), s.deliverable,
            s.estimated_credits
     FROM jsonb_to_recordset($2) AS s(key text, position int, kind text, title text, depends_on jsonb, deliverable jsonb,
                                      estimated_credits int)`,
    [executionId, JSON.stringify(steps.map((step, position) => ({ ...step, position })))],
  );
}

/** Copies a plan; finished steps come with their results and at their price. */
export async function copySteps(em: EntityManager, fromId: number, toId: number): Promise<void> {
  await em.query(
    `INSERT INTO execution_step (execution_id, key, position, kind, title, depends_on, deliverable, estimated_credits, status,
                                 attempts, credits_used, summary, output, model, reused_from, started_at, completed_at)
     SELECT $2, key, position, kind, title, depends_on, deliverable,
            estimated_credits,
            CASE WHEN status = 'completed' THEN status ELSE 'pending' END,
            CASE WHEN status = 'completed' THEN attempts ELSE 0 END,
            CASE WHEN status = 'completed' THEN credits_used ELSE 0 END,
            CASE WHEN status = 'completed' THEN summary END,
            CASE WHEN status = 'completed' THEN output END,
            CASE WHEN status = 'completed' THEN model END,
            CASE WHEN status = 'completed' THEN coalesce(reused_from, execution_id) END,
            CASE WHEN status = 'completed' THEN started_at END,
            CASE WHEN status = 'completed' THEN completed_at END
     FROM execution_step WHERE execution_id = $1`,
    [fromId, toId],
  );
  await em.query(
    `INSERT INTO guardrail_hit (execution_id, step, rule, action, message)
     SELECT $2, h.step, h.rule, h.action, h.message FROM guardrail_hit h
     JOIN execution_step s ON s.execution_id = h.execution_id AND s.key = h.step AND s.status = 'completed'
     WHERE h.execution_id = $1`,
    [fromId, toId],
  );
}

/** Marks a step as running and counts the attempt; returns when the first one began, null when it is completed or the execution has ended. */
export async function startStep(db: Db, now: Date, executionId: number, key: string): Promise<Date | null> {
  const rows: { started_at: Date }[] = await db.query(
    `WITH touched AS (
       UPDATE execution SET updated_at = $1 WHERE id = $2 AND status = 'executing' RETURNING id
     ), started AS (
       UPDATE execution_step s SET status = 'running', attempts = attempts + 1, started_at = coalesce(started_at, $1)
       FROM touched WHERE s.execution_id = touched.id AND s.key = $3 AND s.status <> 'completed' RETURNING attempts, started_at
     ), noted AS (
       INSERT INTO execution_event (execution_id, type, data, created_at)
       SELECT $2, 'step', jsonb_build_object('key', $3::text, 'status', 'running', 'attempts', attempts), $1 FROM started
     )
     SELECT started_at FROM started`,
    [now, executionId, key],
  );
  return rows[0]?.started_at ?? null;
}

/** Longest summary that is kept, characters. */
const MAX_SUMMARY_LENGTH = 500;

/** How a step ended well. */
export interface StepCompletion {
  /** Whether its price is due. */
  charged: boolean;
  summary: string;
  output: StepOutput;
  model: string | null;
  inputTokens: number | null;
  outputTokens: number | null;
  /** How far the execution has come with it, per cent. */
  progress: number;
}

/** Writes a step's result and how far the execution has come with it; nothing when the result was there already. */
export async function completeStep(
  em: EntityManager,
  now: Date,
  executionId: number,
  key: string,
  completion: StepCompletion,
): Promise<void> {
  await em.query(
    `WITH done AS (
       UPDATE execution_step SET status = 'completed', completed_at = $1, credits_used = CASE WHEN $9 THEN estimated_credits ELSE 0 END, summary = $4, output = $5,
         model = $6, input_tokens = $7, output_tokens = $8
       WHERE execution_id = $2 AND key = $3 AND status <> 'completed' RETURNING credits_used
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

/** Adds to what a finished step leaves behind. */
export async function setOutput(
  em: EntityManager,
  executionId: number,
  key: string,
  output: StepOutput,
): Promise<void> {
  await em.query('UPDATE execution_step SET output = $3 WHERE execution_id = $1 AND key = $2', [
    executionId,
    key,
    JSON.stringify(output),
  ]);
}

/** Ends the steps that were under way, as their execution ends. */
export async function endRunningSteps(
  em: EntityManager,
  now: Date,
  executionId: number,
  status: 'failed' | 'cancelled',
): Promise<void> {
  await em.query(
    `WITH gone AS (
       UPDATE execution_step SET status = $3::text, completed_at = $1 WHERE execution_id = $2 AND status = 'running' RETURNING key
     )
     INSERT INTO execution_event (execution_id, type, data, created_at)
     SELECT $2, 'step', jsonb_build_object('key', key, 'status', $3::text), $1 FROM gone`,
    [now, executionId, status],
  );
}

/** Records guardrails that matched; a rule is kept once a step. */
export async function insertHits(
  em: EntityManager,
  executionId: number,
  step: string,
  hits: readonly GuardrailHit[],
): Promise<void> {
  if (hits.length === 0) return;
  await em.query(
    `INSERT INTO guardrail_hit (execution_id, step, rule, action, message)
     SELECT $1, $2, h.rule, h.action, h.message FROM jsonb_to_recordset($3) AS h(rule text, action text, message text)
     ON CONFLICT DO NOTHING`,
    [executionId, step, JSON.stringify(hits)],
  );
}

/** The hit that stopped the execution; null when none did. */
export async function findBlockingHit(db: Db, executionId: number): Promise<{ message: string } | null> {
  const rows: { message: string }[] = await db.query(
    `SELECT message FROM guardrail_hit WHERE execution_id = $1 AND action = 'block' ORDER BY step, rule LIMIT 1`,
    [executionId],
  );
  return rows[0] ?? null;
}
