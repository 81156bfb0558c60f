import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { execa } from 'execa';
import { pino } from 'pino';
import type { DataSource } from 'typeorm';
import { startDatabaseServer } from '../../test/environment/start-database.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import { createNotificationHub, type NotificationHub } from './notification-hub.ts';

jest.setTimeout(60_000);

/** Unlike every other pause. */
const RECONNECT_MS = 101;

let database: Awaited<ReturnType<typeof startDatabaseServer>>;
let dataSource: DataSource;
let hub: NotificationHub;

beforeAll(async () => {
  database = await startDatabaseServer({ empty: true });
  const { url } = database;
  dataSource = database.dataSource;
  hub = createNotificationHub({
    url,
    name: 'hub',
    dataSource,
    instanceLockClass: 1,
    log: pino({ level: 'silent' }),
    times: { reconnectMs: RECONNECT_MS, keepaliveMs: 200, silenceMs: 1_000 },
  });
  await hub.start();
});

afterAll(async () => {
  await hub.stop();
  await database.stop();
});

/** Resolves with the next wake-up call of the topic. */
function nextWake(topic: string): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = hub.subscribe(topic, () => {
      unsubscribe();
      resolve();
    });
  });
}

test('a call reaches the subscribers of its topic', async () => {
  let others = 0;
  const unsubscribe = hub.subscribe('other', () => {
    others += 1;
  });
  const woken = nextWake('mine');
  hub.notify('mine');
  await woken;
  unsubscribe();
  expect(others).toBe(0);
});

test('work under a lock is done by one at a time', async () => {
  const second = createNotificationHub({
    url: database.url,
    name: 'second',
    dataSource,
    instanceLockClass: 1,
    log: pino({ level: 'silent' }),
  });
  using pauses = jest.spyOn(globalThis, 'setInterval');
  await second.start();
  // It finds a lost session within these 5 s and the 6 of every connection.
  expect(pauses.mock.calls.map(([, pauseMs]) => pauseMs)).toEqual([5_000]);
  const inner: boolean[] = [];
  expect(
    await hub.exclusively(7, async () => void inner.push(await second.exclusively(7, async () => undefined))),
  ).toBe(true);
  expect(inner).toEqual([false]);
  expect(await second.exclusively(7, async () => undefined)).toBe(true);
  await second.stop();
});

test('locks that are taken at once do not meet in the driver, which warns of that', async () => {
  const module = new URL('./notification-hub.ts', import.meta.url).href;
  const program = `
    import { createNotificationHub } from '${module}';
    const hub = createNotificationHub({ url: '${database.url}', name: 'probe', instanceLockClass: 1 });
    await hub.start();
    const taken = await Promise.all([11, 12, 13].map((lock) => hub.exclusively(lock, async () => undefined)));
    process.stdout.write(taken.join());
    await hub.stop();`;
  const { stdout } = await execa(process.execPath, ['--throw-deprecation', '--input-type=module', '--eval', program]);
  expect(stdout).toBe('true,true,true');
});

test('a session that is lost is replaced, under the number by which others know the process', async () => {
  const before = hub.instance();
  const woken = nextWake('again');
  await dataSource.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'hub-listen'`,
  );
  await woken;
  expect(hub.instance()).toBe(before);
});

test('a session of which nothing more is heard is replaced, with a number of its own, though the server still has it', async () => {
  const before = hub.instance();
  const [{ pid }] = await dataSource.query(`SELECT pid FROM pg_stat_activity WHERE application_name = 'hub-listen'`);
  process.kill(pid, 'SIGSTOP');
  try {
    await waitUntil('another session', () => hub.instance() !== null && hub.instance() !== before);
    const heard = nextWake('elsewhere');
    hub.notify('elsewhere');
    await heard;
  } finally {
    process.kill(pid, 'SIGCONT');
  }
});

test('after an outage there is one listening session again, and every subscriber is woken', async () => {
  const woken = nextWake('missed');
  using timers = jest.spyOn(globalThis, 'setTimeout');
  const attempts = () => timers.mock.calls.filter(([, pauseMs]) => pauseMs === RECONNECT_MS).length;
  await database.stack.pause('postgres');
  // Several attempts to come back find nobody; each must lead to one more, not to two.
  await waitUntil('several attempts', () => attempts() >= 8);
  await database.stack.start('postgres');
  await woken;
  const heard = nextWake('later');
  hub.notify('later');
  await heard;
  const rows = await dataSource.query(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'hub-listen'`,
  );
  expect(rows).toEqual([{ n: 1 }]);
});
