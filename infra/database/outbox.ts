import type { DataSource, EntityManager } from 'typeorm';
import { execute, queryRow, queryRows } from './sql.ts';
import { bigint, integer, json } from './table.ts';

/** A row of the outbox as the dispatcher sees it. */
export interface OutboxMessage<Command> {
  id: number;
  command: Command;
  attempts: number;
}

/** How long a claimed row stays invisible to other relays, seconds. */
const CLAIM_SECONDS = 15;

/** The outbox table; rows are written by the transactor and deleted once the engine has accepted them. */
export function createOutbox<Command extends { kind: string }>(dataSource: DataSource) {
  return {
    /** Rows that became due, made invisible to others for a while. No transaction stays open over the network. */
    async claim(limit: number): Promise<OutboxMessage<Command>[]> {
      return queryRows(
        dataSource,
        { id: bigint(), command: json<Command>(), attempts: integer() },
        `UPDATE outbox SET available_at = clock_timestamp() + $2 * interval '1 second', attempts = attempts + 1
         WHERE id IN (SELECT id FROM outbox WHERE parked_at IS NULL AND available_at <= clock_timestamp()
                      ORDER BY available_at LIMIT $1 FOR UPDATE SKIP LOCKED)
         RETURNING id, command, attempts`,
        [limit, CLAIM_SECONDS],
      );
    },
    async done(ids: number[]): Promise<void> {
      await execute(dataSource, 'DELETE FROM outbox WHERE id = ANY($1)', [ids]);
    },
    /** How many rows wait, and how many are parked. */
    async count(): Promise<{ waiting: number; parked: number }> {
      return queryRow(
        dataSource,
        { waiting: integer(), parked: integer() },
        `SELECT count(*) FILTER (WHERE parked_at IS NULL)::int AS waiting,
                count(*) FILTER (WHERE parked_at IS NOT NULL)::int AS parked FROM outbox`,
      );
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
