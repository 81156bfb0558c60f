import { createHash, randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { startDatabase, type TestDatabase } from '../../test/environment/start-database.ts';
import { PreparingClient } from './prepared-statements.ts';

jest.setTimeout(60_000);

let database: TestDatabase;
let client: PreparingClient;
beforeAll(async () => {
  database = await startDatabase({ poolSize: 1, empty: true });
  client = new PreparingClient({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.stop();
});

/** The messages that the driver sends meanwhile. */
async function messagesOf(work: () => Promise<unknown>): Promise<Buffer[]> {
  const written = jest.spyOn(client.connection.stream as Socket, 'write');
  try {
    await work();
    return written.mock.calls.map(([message]) => message as Buffer);
  } finally {
    written.mockRestore();
  }
}

test.each([
  ['5 MiB', 5_242_880, true],
  ['1 KiB', 1_024, false],
])('the memory of a message of %s is given back once it is sent', async (_what, length, isReleased) => {
  const bytes = randomBytes(length);
  let found: unknown;
  const messages = await messagesOf(async () => {
    const { rows } = await client.query<{ found: string }>('SELECT md5($1::bytea) AS found', [bytes]);
    found = rows[0]?.found;
  });
  expect(found).toBe(createHash('md5').update(bytes).digest('hex'));
  // The caller's own bytes stay.
  expect(bytes.length).toBe(length);
  expect(messages.some(({ buffer }) => (buffer as ArrayBuffer).detached)).toBe(isReleased);
});
