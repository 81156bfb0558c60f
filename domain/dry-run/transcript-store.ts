import type { EntityManager } from 'typeorm';
import { queryMaybeRow, queryRow, queryRows } from '../../infra/database/sql.ts';
import { bigint, integer, text, timestamp } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import type { Page, PageRequest } from '../kernel/page.ts';
import { pageOf } from '../kernel/sql.ts';
import { type DryRunSessionRow, dryRunSessionEntryTable } from './table.ts';
import type { Exchange, TranscriptMessage } from './types.ts';

/** Messages of the current conversation, answered or open; failed ones are not part of it. */
const IN_CONVERSATION = `e.session_id = $1 AND (e.reply_id IS NULL OR e.reply_id > $2) AND e.kind = 'message' AND e.status <> 'failed'`;

const TRANSCRIPT = {
  id: bigint(),
  role: text<TranscriptMessage['role']>(),
  content: text(),
  credits: bigint(),
  created_at: timestamp(),
};

/**
 * A page of the conversation, oldest first, each message followed by its reply. Ordered by reply, since a failed
 * message may have been sent again after others.
 */
export async function selectTranscript(
  db: Db,
  { id, reset_at_entry }: Pick<DryRunSessionRow, 'id' | 'reset_at_entry'>,
  request: PageRequest,
): Promise<Page<TranscriptMessage>> {
  const talk = [id, reset_at_entry];
  const { limit, values } = pageOf(talk, request);
  const [rows, { total }] = await Promise.all([
    queryRows(
      db,
      TRANSCRIPT,
      `SELECT m.* FROM dry_run_entry e
       CROSS JOIN LATERAL (VALUES
         (e.id, 'user', e.content, 0, e.created_at),
         (e.reply_id, 'assistant', e.reply, e.credits, e.completed_at)
       ) AS m (id, role, content, credits, created_at)
       WHERE ${IN_CONVERSATION} AND m.id IS NOT NULL
       ORDER BY e.reply_id NULLS LAST, e.id, m.id ${limit}`,
      values,
    ),
    queryRow(
      db,
      { total: integer() },
      `SELECT (count(*) + count(e.reply_id))::int AS total FROM dry_run_entry e WHERE ${IN_CONVERSATION}`,
      talk,
    ),
  ]);
  return { rows, total, page: request.page, per_page: request.per_page };
}

/** The most recent exchanges, oldest first. */
export async function selectLastExchanges(
  db: Db,
  { id, reset_at_entry }: Pick<DryRunSessionRow, 'id' | 'reset_at_entry'>,
  limit: number,
): Promise<Exchange[]> {
  const rows = await queryRows(
    db,
    { message: text(), reply: dryRunSessionEntryTable.columns.reply.present() },
    `SELECT e.content AS message, e.reply FROM dry_run_entry e
     WHERE ${IN_CONVERSATION} AND e.status = 'done' ORDER BY e.reply_id DESC LIMIT $3`,
    [id, reset_at_entry, limit],
  );
  return rows.reverse();
}

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
            round(avg(extract(epoch FROM completed_at - created_at) * 1000) FILTER (WHERE is_reply))::int AS average_reply_ms
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
