import { expect, test } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { createTurns } from './turns.ts';

/** A pool whose statements end when they are told to. */
function slowPool() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const begin = (text: string) => {
    begun.push(text);
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    begun,
    begin,
    db: { query: begin as EntityManager['query'], getRepository: () => undefined as never },
    async endFirst() {
      ends.shift()?.();
      await settle();
    },
    settle,
  };
}

test('a hundred statements of one key cost another the wait for a turn, whether it reads or writes', async () => {
  const pool = slowPool();
  const inTurns = createTurns(4, { db: pool.db, transaction: async (work: () => Promise<void>) => work() });
  const [many, one] = [inTurns('many'), inTurns('one')];
  for (let index = 0; index < 100; index += 1) void many.db.query(`many ${index}`);
  void one.transaction(() => pool.begin('one writes'));
  void one.db.query('one reads');
  await pool.settle();
  expect(pool.begun).toEqual(['many 0', 'one writes']);
  await pool.endFirst();
  await pool.endFirst();
  expect(pool.begun.slice(2).sort()).toEqual(['many 1', 'one reads']);
});

test('the least pool of all has one turn', async () => {
  const pool = slowPool();
  const inTurns = createTurns(1, { db: pool.db, transaction: async () => undefined });
  void inTurns('a').db.query('a');
  await pool.settle();
  expect(pool.begun).toEqual(['a']);
});
