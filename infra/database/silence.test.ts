import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { type Stack, startStack } from '../local/stack.ts';
import { createDataSource } from './data-source.ts';
import { isUnavailable } from './errors.ts';
import { WatchfulClient } from './silence.ts';

jest.setTimeout(60_000);

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ parts: ['postgres'] });
});
afterAll(() => stack.stop());

/** Instead of 6 s. */
const SILENCE_MS = 1_000;

async function connect(silenceMs?: number): Promise<{ client: WatchfulClient; backend: number }> {
  const client = new WatchfulClient({ connectionString: stack.urls.databaseUrl }, silenceMs);
  await client.connect();
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  return { client, backend: rows[0].pid };
}

describe('a connection of the pool', () => {
  test('is broken when the server owes an answer for longer than its statement time-out', async () => {
    const { client, backend } = await connect(SILENCE_MS);
    process.kill(backend, 'SIGSTOP');
    try {
      const started = performance.now();
      const error: unknown = await client.query('SELECT 1').then(
        () => undefined,
        (reason) => reason,
      );
      expect(isUnavailable(error)).toBe(true);
      expect(performance.now() - started).toBeLessThan(10_000);
    } finally {
      process.kill(backend, 'SIGCONT');
      await client.end();
    }
  });

  test('stays while it is idle, however long that is, and while its server works', async () => {
    const { client } = await connect(SILENCE_MS);
    await client.query('SELECT pg_sleep($1)', [SILENCE_MS / 2_000]);
    // The socket says so when it has been idle for that long.
    await once(client.connection.stream as Socket, 'timeout');
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await client.end();
  });

  test('waits for statements that may take longer, and is watched again after their transaction', async () => {
    const { client, backend } = await connect(SILENCE_MS);
    const sleep = () => client.query('SELECT 1 AS one, pg_sleep($1)', [(1.5 * SILENCE_MS) / 1_000]);
    await client.query('BEGIN');
    await client.query(`SET LOCAL statement_timeout = '10min'`);
    expect((await sleep()).rows).toMatchObject([{ one: 1 }]);
    await client.query('COMMIT');
    process.kill(backend, 'SIGSTOP');
    await expect(client.query('SELECT 1')).rejects.toThrow('does not answer');
    process.kill(backend, 'SIGCONT');
    await client.end();
  });

  test('waits for all statements of a session without a time-out', async () => {
    const { client } = await connect(SILENCE_MS);
    await client.query('SET statement_timeout = 0', []);
    for (let run = 0; run < 2; run += 1) await client.query(`SELECT pg_sleep(${(1.5 * SILENCE_MS) / 1_000})`);
    await client.end();
  });

  test('is watched again after it was idle', async () => {
    const { client, backend } = await connect(SILENCE_MS);
    await once(client.connection.stream as Socket, 'timeout');
    process.kill(backend, 'SIGSTOP');
    // Ends the wait where the connection is not broken: the answer then comes.
    const resumed = setTimeout(() => process.kill(backend, 'SIGCONT'), 10 * SILENCE_MS);
    try {
      const error: unknown = await client.query('SELECT 1').then(
        () => undefined,
        (reason) => reason,
      );
      expect(isUnavailable(error)).toBe(true);
    } finally {
      clearTimeout(resumed);
      process.kill(backend, 'SIGCONT');
      await client.end();
    }
  });

  test('stays where the answer came while this process stood still', async () => {
    const { client } = await connect(SILENCE_MS);
    const answer = client.query('SELECT 1 AS one, pg_sleep(0.5)');
    // After this phase of the loop timers come before what can be read.
    await new Promise((resolve) => setTimeout(() => setImmediate(resolve), 50));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SILENCE_MS + 500);
    expect((await answer).rows).toMatchObject([{ one: 1 }]);
    await client.end();
  });

  test('waits longer for an answer than a statement may take', async () => {
    const { client } = await connect();
    expect((client.connection.stream as Socket).timeout).toBe(6_000);
    await client.end();
    const pool = createDataSource({ url: stack.urls.databaseUrl ?? '', poolSize: 2, applicationName: 'test' });
    await pool.initialize();
    expect(await pool.query('SHOW statement_timeout')).toEqual([{ statement_timeout: '5s' }]);
    await pool.destroy();
  });

  test('may be ended by the server while nobody listens', async () => {
    const { client, backend } = await connect();
    const other = (await connect()).client;
    const ended = new Promise((resolve) => client.once('end', resolve));
    await other.query('SELECT pg_terminate_backend($1)', [backend]);
    await ended;
    await expect(client.query('SELECT 1')).rejects.toThrow();
    await other.end();
  });
});
