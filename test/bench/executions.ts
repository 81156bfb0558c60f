import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

const LOOK_EVERY_MS = 2;
const LIMIT_MS = 120_000;

/** Waits until the executions are completed, looking into the database; throws when one ends otherwise. */
export async function untilCompleted(database: pg.Pool, ids: readonly number[]): Promise<void> {
  const limit = performance.now() + LIMIT_MS;
  while (performance.now() < limit) {
    const { rows } = await database.query<{ status: string; n: number }>({
      name: 'bench-statuses',
      text: 'SELECT status, count(*)::int AS n FROM execution WHERE id = ANY($1) GROUP BY status',
      values: [ids],
    });
    const of = (status: string) => rows.find((row) => row.status === status)?.n ?? 0;
    if (of('failed') + of('cancelled') > 0) throw new Error('An execution failed.');
    if (of('completed') === ids.length) return;
    await delay(LOOK_EVERY_MS);
  }
  throw new Error('The executions took too long.');
}

/** Waits until no execution is open and no command waits for the engine. */
export async function untilQuiet(database: pg.Pool): Promise<void> {
  const limit = performance.now() + 2 * LIMIT_MS;
  while (performance.now() < limit) {
    const { rows } = await database.query<{ busy: boolean }>(
      `SELECT EXISTS (SELECT FROM execution WHERE status IN ('pending', 'planning', 'executing'))
           OR EXISTS (SELECT FROM outbox WHERE parked_at IS NULL) AS busy`,
    );
    if (!rows[0]?.busy) return;
    await delay(50);
  }
  throw new Error('The engine did not come to rest.');
}

/** Starts the limits' windows anew, so that plans do not end a load; everything else about the limits stays in force. */
export async function resetLimits(database: pg.Pool): Promise<void> {
  await database.query('UPDATE rate_counter SET count = 0');
}
