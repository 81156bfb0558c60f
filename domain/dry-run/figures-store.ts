import type { EntityManager } from 'typeorm';
import { queryMaybeRow, queryRows } from '../../infra/database/sql.ts';
import { bigint, integer, text } from '../../infra/database/table.ts';

/** Figures of a session, over all of its messages, including those before a reset. */
export interface Figures {
  messages: number;
  replies: number;
  failed: number;
  withheld: number;
  flagged: number;
  persona_changes: number;
  resets: number;
  average_reply_ms: number | null;
}

/** Figures of a session, by its id. */
export async function readFigures(em: EntityManager, sessionId: number): Promise<Figures> {
  const figures = await queryMaybeRow(
    em,
    {
      messages: integer(),
      replies: integer(),
      failed: integer(),
      withheld: bigint(),
      flagged: integer(),
      persona_changes: integer(),
      resets: integer(),
      average_reply_ms: integer().nullable(),
    },
    `SELECT count(*) FILTER (WHERE kind = 'message')::int AS messages,
            count(*) FILTER (WHERE is_reply)::int AS replies,
            count(*) FILTER (WHERE kind = 'message' AND status = 'failed')::int AS failed,
            count(*) FILTER (WHERE is_withheld)::int AS withheld,
            count(*) FILTER (WHERE is_reply AND NOT is_withheld AND guardrails <> '[]')::int AS flagged,
            count(*) FILTER (WHERE kind = 'persona' AND status = 'done')::int AS persona_changes,
            count(*) FILTER (WHERE kind = 'reset' AND status = 'done')::int AS resets,
            round(avg(greatest(0, extract(epoch FROM completed_at - created_at) * 1000)) FILTER (WHERE is_reply))::int AS average_reply_ms
     FROM (SELECT *, reply IS NOT NULL AS is_reply, coalesce(guardrails @> '[{"action": "block"}]', false) AS is_withheld
           FROM dry_run_entry WHERE session_id = $1) e`,
    [sessionId],
  );
  if (!figures) throw new Error(`Session ${sessionId} has no figures.`);
  return figures;
}

/** Hits per rule in a session. */
export function countHits(
  em: EntityManager,
  sessionId: number,
): Promise<{ rule: string; action: 'block' | 'review'; hits: number }[]> {
  return queryRows(
    em,
    { rule: text(), action: text<'review' | 'block'>(), hits: integer() },
    `SELECT h->>'rule' AS rule, h->>'action' AS action, count(*)::int AS hits
     FROM dry_run_entry e CROSS JOIN LATERAL jsonb_array_elements(e.guardrails) AS h
     WHERE e.session_id = $1 AND e.guardrails IS NOT NULL GROUP BY 1, 2 ORDER BY 3 DESC, 1`,
    [sessionId],
  );
}
