import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { executionTopic } from '../../domain/executions/rules.ts';
import { CHANNEL } from '../../infra/database/notification-hub.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';

/** A wake-up call may be lost. */
const LOOK_AGAIN_MS = 250;
const LIMIT_MS = 120_000;

/**
 * Waits until the executions are completed; throws when one ends otherwise. Looks into the database when the service wakes those who wait
 * for an execution, since looking all the time would take a share of the machine that the reference does not pay for.
 */
export async function untilCompleted(database: pg.Pool, ids: readonly number[]): Promise<void> {
  const listener = await database.connect();
  const topics = new Set(ids.map(executionTopic));
  let woken = Promise.withResolvers<void>();
  const onNotification = ({ payload = '' }: pg.Notification) => {
    if (payload.split('\n').some((topic) => topics.has(topic))) woken.resolve();
  };
  try {
    listener.on('notification', onNotification);
    await listener.query(`LISTEN ${CHANNEL}`);
    const deadlineAt = Date.now() + LIMIT_MS;
    while (!(await areCompleted(listener, ids))) {
      if (Date.now() > deadlineAt) throw new Error('The executions take too long.');
      await Promise.race([woken.promise, setTimeout(LOOK_AGAIN_MS, undefined, { ref: false })]);
      woken = Promise.withResolvers();
    }
  } finally {
    listener.off('notification', onNotification);
    await listener.query(`UNLISTEN ${CHANNEL}`);
    listener.release();
  }
}

async function areCompleted(database: pg.ClientBase, ids: readonly number[]): Promise<boolean> {
  const { rows } = await database.query<{ status: string; n: number }>({
    name: 'bench-statuses',
    text: 'SELECT status, count(*)::int AS n FROM execution WHERE id = ANY($1) GROUP BY status',
    values: [ids],
  });
  const of = (status: string) => rows.find((row) => row.status === status)?.n ?? 0;
  if (of('failed') + of('cancelled') > 0) throw new Error('An execution failed.');
  return of('completed') === ids.length;
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
