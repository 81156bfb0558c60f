import type { ChangeRow } from './table.ts';

// SQL fragments for statements of other areas that follow a partner or notify all followers.

/** SQL that starts recording a partner's changes until a moment; it returns the latest `sequence`. */
export function followFeed(partner: string, until: string): string {
  return `INSERT INTO mcp_feed (partner_id, sequence, followed_until) VALUES (${partner}, 0, ${until})
       ON CONFLICT (partner_id) DO UPDATE SET followed_until = excluded.followed_until RETURNING sequence`;
}

/** SQL that extends recording a partner's changes if it would end more than `aheadMs` before the moment. */
export function followOn(partner: string, until: string, aheadMs: string): string {
  return `UPDATE mcp_feed SET followed_until = ${until}
     WHERE partner_id = ${partner} AND followed_until < ${until}::timestamptz - ${aheadMs} * interval '1 millisecond'`;
}

/** Common table expressions that store changes for every followed partner; `followed` returns the `partner_id` of each. */
export function changeEventsForAll(now: string, kinds: readonly ChangeRow['kind'][], condition: string): string {
  const numbered = kinds.map((kind, index) => `(${index + 1}, '${kind}')`);
  return `followed AS (
       UPDATE mcp_feed SET sequence = sequence + ${kinds.length} WHERE followed_until > ${now} AND ${condition}
       RETURNING partner_id, sequence
     ), announced AS (
       INSERT INTO mcp_change (partner_id, sequence, kind, created_at)
       SELECT partner_id, sequence - ${kinds.length} + n, kind, ${now}
       FROM followed, (VALUES ${numbered.join(', ')}) AS kinds(n, kind)
     )`;
}
