import type pg from 'pg';
import { waitUntil } from '../environment/wait-until.ts';

const LOOK_EVERY_MS = 2;
const LIMIT_MS = 120_000;

/** Waits until the executions are completed, looking into the database; throws when one ends otherwise. */
export async function untilCompleted(database: pg.Pool, ids: readonly number[]): Promise<void> {
  const areCompleted = async () => {
    const { rows } = await database.query<{ status: string; n: number }>({
      name: 'bench-statuses',
      text: 'SELECT status, count(*)::int AS n FROM execution WHERE id = ANY($1) GROUP BY status',
      values: [ids],
    });
    const of = (status: string) => rows.find((row) => row.status === status)?.n ?? 0;
    if (of('failed') + of('cancelled') > 0) throw new Error('An execution failed.');
    return of('completed') === ids.length;
  };
  await waitUntil('all executions to be completed', areCompleted, { limitMs: LIMIT_MS, longestPauseMs: LOOK_EVERY_MS });
}

/** Waits until no execution is open and no command waits for the engine. */
export async function untilQuiet(database: pg.Pool): Promise<void> {
  const isQuiet = async () => {
    const { rows } = await database.query<{ busy: boolean }>(
      `SELECT EXISTS (SELECT FROM execution WHERE status IN ('pending', 'planning', 'executing'))
           OR EXISTS (SELECT FROM outbox WHERE parked_at IS NULL) AS busy`,
    );
    return rows[0]?.busy === false;
  };
  await waitUntil('the engine to come to rest', isQuiet, { limitMs: 2 * LIMIT_MS });
}

/** Starts the limits' windows anew, so that plans do not end a load; everything else about the limits stays in force. */
export async function resetLimits(database: pg.Pool): Promise<void> {
  await database.query('UPDATE rate_counter SET count = 0');
}
