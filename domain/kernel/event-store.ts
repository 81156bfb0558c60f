import type { CommitPart } from '../../infra/database/commit-statement.ts';

/** Publishes events. */
export const publishedPart: CommitPart = {
  parameters: 2,
  sql: (now, [events, traceparent]) => `published AS (
       INSERT INTO platform_event (id, partner_id, type, data, occurred_at, traceparent)
       SELECT id, "partnerId", type, data, ${now}, ${traceparent}::text
       FROM jsonb_to_recordset(${events}) AS e(id text, "partnerId" bigint, type text, data jsonb)
     )`,
  values: (_caller, { events, traceparent }) => [JSON.stringify(events), traceparent ?? null],
};
