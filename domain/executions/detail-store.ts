import { queryRows, type RowOf } from '../../infra/database/sql.ts';
import { json } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { groupedReads } from '../kernel/grouped-reads.ts';
import type { AssetRow, ExecutionDetail } from './rules.ts';
import { WITH_AGENT, withAgent } from './store.ts';
import type { ExecutionStepRow } from './table.ts';

/** Aggregated JSON has timestamps as text. */
type InJson<T> = {
  [Name in keyof T]: T[Name] extends Date ? string : T[Name] extends Date | null ? string | null : T[Name];
};

const DETAIL = {
  ...WITH_AGENT,
  steps: json<InJson<ExecutionStepRow>[]>(),
  hits: json<ExecutionDetail['hits']>(),
  assets: json<InJson<AssetRow>[]>(),
};

/**
 * An execution with steps, guardrail hits and assets; null when there is none. Concurrent reads share the statement.
 */
export const findExecutionDetail = groupedReads<number, ExecutionDetail>({
  textOf: String,
  read: readExecutionDetails,
  maxKeys: 32,
  maxInFlight: 4,
});

/** Executions with steps, guardrail hits and assets, in one statement. */
async function readExecutionDetails(db: Db, ids: readonly number[]): Promise<Map<string, ExecutionDetail>> {
  const rows = await queryRows(
    db,
    DETAIL,
    `SELECT e.*, a.name AS agent_name, a.agent_type,
            (SELECT coalesce(json_agg(s ORDER BY s.position), '[]') FROM execution_step s WHERE s.execution_id = e.id) AS steps,
            (SELECT coalesce(json_agg(json_build_object('rule', h.rule, 'step', h.step, 'action', h.action, 'message', h.message)
                                      ORDER BY h.step, h.rule), '[]')
             FROM guardrail_hit h WHERE h.execution_id = e.id) AS hits,
            (SELECT coalesce(json_agg(json_build_object('id', c.id, 'title', c.title, 'content_type', c.content_type,
                        'kanban_status', c.kanban_status, 'preview', c.preview, 'word_count', c.word_count,
                        'assignee_id', c.assignee_id, 'reviewer_id', c.reviewer_id, 'due_at', c.due_at,
                        'open_comment_count', c.open_comment_count,
                        'version', c.version, 'approved_version', c.approved_version,
                        'sandbox', c.sandbox, 'step', c.step, 'created_at', c.created_at, 'deleted_at', c.deleted_at,
                        'settled', c.settled_at IS NOT NULL) ORDER BY c.id), '[]')
             FROM content_item c WHERE c.execution_id = e.id) AS assets
     FROM execution e JOIN agent a ON a.id = e.agent_id WHERE e.id = ANY($1)`,
    [ids],
  );
  return new Map(rows.map((row) => [String(row.id), detailOf(row)]));
}

function detailOf({ steps, hits, assets, ...execution }: RowOf<typeof DETAIL>): ExecutionDetail {
  return {
    execution: withAgent(execution),
    steps: steps.map((step) => ({
      ...step,
      started_at: toDate(step.started_at),
      completed_at: toDate(step.completed_at),
    })),
    hits,
    assets: assets.map((asset) => ({
      ...asset,
      due_at: toDate(asset.due_at),
      created_at: new Date(asset.created_at),
      deleted_at: toDate(asset.deleted_at),
    })),
  };
}

function toDate(moment: string | null): Date | null {
  return moment === null ? null : new Date(moment);
}
