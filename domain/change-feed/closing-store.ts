import type { ClosingPart } from '../../infra/database/closing-statement.ts';

/** The part of the commit statement that stores change events for followed partners; it returns those partners. */
export const changeEventsPart: ClosingPart = {
  parameters: 1,
  sql: (now, [events]) => `followed AS (
       UPDATE mcp_feed f SET sequence = f.sequence + t.changes
       FROM (SELECT (c->>'partnerId')::bigint AS partner_id, count(*) AS changes FROM jsonb_array_elements(${events}) AS c GROUP BY 1) t
       WHERE f.partner_id = t.partner_id AND f.followed_until > ${now}
       RETURNING f.partner_id, f.sequence - t.changes AS before
     ), notified AS (
       INSERT INTO mcp_change (partner_id, sequence, kind, uri, action, created_at)
       SELECT f.partner_id, f.before + row_number() OVER (PARTITION BY f.partner_id ORDER BY n), c->>'kind', c->>'uri',
              c->>'action', ${now}
       FROM jsonb_array_elements(${events}) WITH ORDINALITY AS list(c, n) JOIN followed f ON f.partner_id = (c->>'partnerId')::bigint
     )`,
  values: (_caller, { changes }) => [JSON.stringify(changes)],
  results: () => ({ notified: `(SELECT coalesce(jsonb_agg(partner_id), '[]') FROM followed)` }),
};
