import type { DataSource, EntityManager } from 'typeorm';
import type { CommitPart } from './commit-statement.ts';
import { execute, pick, queryRow, queryRows } from './sql.ts';
import { identity, integer, json, table, timestamp, varchar } from './table.ts';

/** Parked commands are kept this long for staff to look at, days. */
const PARKED_COMMAND_DAYS = 30;

/** A command for the durable engine, committed with the change that wants it. */
export const outboxTable = table(
  'outbox',
  {
    id: identity(),
    kind: varchar(64),
    command: json<{ kind: string }>(),
    available_at: timestamp().default(() => "clock_timestamp() + interval '2 seconds'"),
    attempts: integer().default(0),
    parked_at: timestamp().nullable(),
    last_error: varchar(500).nullable(),
    created_at: timestamp(),
    /** The span that asked for it, where tracing is on. */
    traceparent: varchar(55).nullable(),
  },
  { since: 'parked_at', days: PARKED_COMMAND_DAYS },
  { personal: ['activity'], of: [{ to: 'partner', by: "command->>'partnerId'", as: ['key'] }] },
);

/** Hands commands to the engine; answers them with their ids, in their order. */
export const queuedPart: CommitPart = {
  parameters: 2,
  sql: (now, [commands, traceparent]) => `queued AS (
       INSERT INTO outbox (kind, command, created_at, traceparent)
       SELECT c->>'kind', c, ${now}, ${traceparent}::text FROM jsonb_array_elements(${commands}) WITH ORDINALITY AS list(c, n) ORDER BY n
       RETURNING id, command
     )`,
  values: (_caller, { commands, traceparent }) => [JSON.stringify(commands), traceparent ?? null],
  results: () => ({
    queued: `(SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'command', command) ORDER BY id), '[]') FROM queued)`,
  }),
};

/** A row of the outbox as the dispatcher sees it. */
export interface OutboxMessage<Command> {
  id: number;
  command: Command;
  attempts: number;
  /** The span that asked for it; null where tracing was off. */
  traceparent: string | null;
}

/** How long a claimed row stays invisible to other relays, seconds. */
const CLAIM_SECONDS = 15;
/** Longer than any row is to wait: the clock of the database was ahead when that was written, and has been set back. */
const NEVER_AHEAD = "interval '10 minutes'";

/** The outbox table; rows are written by the transactor and deleted once the engine has accepted them. */
export function createOutbox<Command extends { kind: string }>(dataSource: DataSource) {
  return {
    /** Rows that became due, made invisible to others for a while. No transaction stays open over the network. */
    async claim(limit: number): Promise<OutboxMessage<Command>[]> {
      return queryRows(
        dataSource,
        { ...pick(outboxTable, 'id', 'attempts', 'traceparent'), command: json<Command>() },
        `UPDATE outbox SET available_at = clock_timestamp() + $2 * interval '1 second', attempts = attempts + 1
         WHERE id IN (SELECT id FROM outbox WHERE parked_at IS NULL
                        AND (available_at <= clock_timestamp() OR available_at > clock_timestamp() + ${NEVER_AHEAD})
                      ORDER BY available_at LIMIT $1 FOR UPDATE SKIP LOCKED)
         RETURNING id, command, attempts, traceparent`,
        [limit, CLAIM_SECONDS],
      );
    },
    async done(ids: number[]): Promise<void> {
      await execute(dataSource, 'DELETE FROM outbox WHERE id = ANY($1)', [ids]);
    },
    /** How many rows wait, since when the oldest of them (seconds, 0 for none), and how many are parked. */
    async count(): Promise<{ waiting: number; oldestSeconds: number; parked: number }> {
      const { waiting, oldest_seconds, parked } = await queryRow(
        dataSource,
        { waiting: integer(), oldest_seconds: integer(), parked: integer() },
        `SELECT count(*) FILTER (WHERE parked_at IS NULL)::int AS waiting,
                coalesce(extract(epoch FROM clock_timestamp() - min(created_at) FILTER (WHERE parked_at IS NULL)), 0)::int
                  AS oldest_seconds,
                count(*) FILTER (WHERE parked_at IS NOT NULL)::int AS parked FROM outbox`,
      );
      return { waiting, oldestSeconds: oldest_seconds, parked };
    },
    /** Lets the row be tried again after the delay. */
    async retryIn(id: number, delaySeconds: number, reason: string): Promise<void> {
      await execute(
        dataSource,
        `UPDATE outbox SET available_at = clock_timestamp() + $2 * interval '1 second', last_error = left($3, 500) WHERE id = $1`,
        [id, delaySeconds, reason],
      );
    },
    /** Parks a row that can never succeed, inside the transaction that fails its owner. */
    async park(em: EntityManager, id: number, now: Date, reason: string): Promise<void> {
      await execute(em, 'UPDATE outbox SET parked_at = $2, last_error = left($3, 500) WHERE id = $1', [
        id,
        now,
        reason,
      ]);
    },
  };
}

/** Commands that wait for the engine. */
export type Outbox<Command extends { kind: string }> = ReturnType<typeof createOutbox<Command>>;
