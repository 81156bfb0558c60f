import { expect, test } from '@jest/globals';
import { createSecretBox } from '../../infra/secrets/secret-box.ts';
import type { Db } from '../kernel/deps.ts';
import { finishLater } from './keys.ts';

const held = { id: 1, lockToken: 'token', madeId: null };
const answer = { status: 201, body: { data: 1 }, headers: {} };
const secrets = createSecretBox([Buffer.alloc(32, 7)]);

/** Services over a database that fails the first few times; counts the attempts. */
function services(failures: number) {
  let attempts = 0;
  const query = async () => {
    attempts += 1;
    if (attempts <= failures) throw new Error('away');
    return [];
  };
  const db = { query } as unknown as Db;
  const ids = { uuid: () => '', ulid: () => '', base62: () => '' };
  return { services: { db, secrets, ids, clock: { now: () => new Date() } }, attempts: () => attempts };
}

test('a response that could not be stored is stored once the database is back', async () => {
  const { services: deps, attempts } = services(3);
  let waits = 0;
  await finishLater(deps, held, answer, [], async () => {
    waits += 1;
  });
  expect([attempts(), waits]).toEqual([4, 4]);
});
