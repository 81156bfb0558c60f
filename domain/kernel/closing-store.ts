import type { ClosingPart } from '../../infra/database/closing-statement.ts';

/** Publishes events. */
export const publishedPart: ClosingPart = {
  parameters: 1,
  sql: (now, [events]) => `published AS (
       INSERT INTO platform_event (id, partner_id, type, data, occurred_at)
       SELECT id, "partnerId", type, data, ${now}
       FROM jsonb_to_recordset(${events}) AS e(id text, "partnerId" bigint, type text, data jsonb)
     )`,
  values: (_caller, { events }) => [JSON.stringify(events)],
};
