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

/** Writes commands to the outbox and returns them with their ids, in order. */
export const queuedPart: ClosingPart = {
  parameters: 1,
  sql: (now, [commands]) => `queued AS (
       INSERT INTO outbox (kind, command, created_at)
       SELECT c->>'kind', c, ${now} FROM jsonb_array_elements(${commands}) WITH ORDINALITY AS list(c, n) ORDER BY n
       RETURNING id, command
     )`,
  values: (_caller, { commands }) => [JSON.stringify(commands)],
  answer: () => ({
    queued: `(SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'command', command) ORDER BY id), '[]') FROM queued)`,
  }),
};
