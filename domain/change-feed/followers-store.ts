import type { ChangeRow } from './table.ts';

// Parts of statements in which others follow a partner, or change what all followers know.

/** SQL that writes a partner's changes down until a moment from now on; it returns the `sequence` of the latest. */
export function followFeed(partner: string, until: string): string {
  return `INSERT INTO mcp_feed (partner_id, sequence, followed_until) VALUES (${partner}, 0, ${until})
       ON CONFLICT (partner_id) DO UPDATE SET followed_until = excluded.followed_until RETURNING sequence`;
}

/** SQL that goes on writing a partner's changes down, where that was to end so many milliseconds before the moment. */
export function followOn(partner: string, until: string, aheadMs: string): string {
  return `UPDATE mcp_feed SET followed_until = ${until}
     WHERE partner_id = ${partner} AND followed_until < ${until}::timestamptz - ${aheadMs} * interval '1 millisecond'`;
}

/** Table expressions that announce changes to whoever follows any partner; `followed` has the `partner_id` of each. */
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
