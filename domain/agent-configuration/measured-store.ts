import { pick, queryRow, queryRows } from '../../infra/database/sql.ts';
import { integer } from '../../infra/database/table.ts';
import { aiCallTable } from '../ai-calls/table.ts';
import type { Db } from '../kernel/deps.ts';
import { DAY_MS } from '../kernel/durations.ts';

/** Days of history that estimates and recommendations use. */
export const HISTORY_DAYS = 90;

/** Start of the history. */
export function historyStart(now: Date): Date {
  return new Date(now.getTime() - HISTORY_DAYS * DAY_MS);
}

/** Maximum executions or calls that one query reads, newest first. */
const SAMPLE = 2_000;

/** Cost of completed executions of a capability. */
export interface MeasuredCost {
  executions: number;
  /** 10th and 90th percentile, credits. */
  low: number;
  high: number;
}

/** Measures a partner's completed executions of a capability since a moment, from a sample of the newest; null when there are none. */
export async function measureCost(
  db: Db,
  partnerId: number,
  { capability, since }: { capability: string; since: Date },
): Promise<MeasuredCost | null> {
  const measured = await queryRow(
    db,
    { executions: integer(), low: integer(), high: integer() },
    `SELECT count(*)::int AS executions,
            coalesce(percentile_disc(0.1) WITHIN GROUP (ORDER BY credits_used), 0) AS low,
            coalesce(percentile_disc(0.9) WITHIN GROUP (ORDER BY credits_used), 0) AS high
     FROM (SELECT capability, status, sandbox, credits_used FROM execution WHERE partner_id = $1 AND created_at >= $3
           ORDER BY created_at DESC, id DESC LIMIT $4) AS newest
     WHERE capability = $2 AND status IN ('completed', 'archived') AND credits_used > 0 AND NOT sandbox`,
    [partnerId, capability, since, SAMPLE],
  );
  return measured.executions > 0 ? measured : null;
}

/** Measurements of a model for a capability. */
export interface MeasuredModel {
  model: string;
  calls: number;
  succeeded: number;
  median_ms: number;
  input_tokens: number;
  output_tokens: number;
}

/** Measures models by a partner's newest calls for a capability since a moment; token counts are means per call. */
export async function measureModels(
  db: Db,
  partnerId: number,
  { capability, since }: { capability: string; since: Date },
): Promise<MeasuredModel[]> {
  return queryRows(
    db,
    {
      ...pick(aiCallTable, 'model', 'input_tokens', 'output_tokens'),
      calls: integer(),
      succeeded: integer(),
      median_ms: integer(),
    },
    `SELECT c.model, count(*)::int AS calls, (count(*) FILTER (WHERE c.outcome = 'ok'))::int AS succeeded,
            percentile_disc(0.5) WITHIN GROUP (ORDER BY c.duration_ms) AS median_ms,
            avg(c.input_tokens)::int AS input_tokens, avg(c.output_tokens)::int AS output_tokens
     FROM (SELECT * FROM ai_call WHERE partner_id = $1 ORDER BY id DESC LIMIT $4) c
     JOIN execution e ON e.id = c.subject_id
     WHERE c.subject_type = 'execution' AND c.outcome <> 'aborted' AND NOT c.sandbox AND c.created_at >= $3
       AND e.capability = $2
     GROUP BY c.model`,
    [partnerId, capability, since, SAMPLE],
  );
}
