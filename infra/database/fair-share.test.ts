import { expect, test } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { createBulkReads, createFairShare } from './fair-share.ts';

/** A pool whose statements end on demand. */
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
    db: { query: begin as EntityManager['query'] },
    async endFirst() {
      ends.shift()?.();
      await settle();
    },
    /** Ends all requested statements, so that no caller is left waiting. */
    async endAll(asked: readonly Promise<unknown>[]) {
      let waiting = true;
      const all = Promise.all(asked).finally(() => {
        waiting = false;
      });
      while (waiting) await this.endFirst();
      await all;
    },
    settle,
  };
}

test('a hundred statements of one key cost another the wait for a turn, whether it reads or writes', async () => {
  const pool = slowPool();
  const fairShare = createFairShare(4, { db: pool.db, transaction: async (work: () => Promise<void>) => work() });
  const [many, one] = [fairShare('many'), fairShare('one')];
  const asked: Promise<unknown>[] = Array.from({ length: 100 }, (_, index) => many.db.query(`many ${index}`));
  asked.push(
    one.transaction(() => pool.begin('one writes')),
    one.db.query('one reads'),
  );
  await pool.settle();
  expect(pool.begun).toEqual(['many 0', 'one writes']);
  await pool.endFirst();
  await pool.endFirst();
  expect(pool.begun.slice(2).sort()).toEqual(['many 1', 'one reads']);
  await pool.endAll(asked);
});

test('the least pool of all has one turn', async () => {
  const pool = slowPool();
  const fairShare = createFairShare(1, { db: pool.db, transaction: async () => undefined });
  const asked = [fairShare('a').db.query('a')];
  await pool.settle();
  expect(pool.begun).toEqual(['a']);
  await pool.endAll(asked);
});

test('of one key one bulk read at a time is read, and a few of all', async () => {
  const pool = slowPool();
  const bulkReads = createBulkReads(10, pool.db);
  const asked = ['a', 'a', 'b', 'c', 'd', 'e'].map((key, index) => bulkReads(key).query(`${key}${index}`));
  await pool.settle();
  expect(pool.begun).toEqual(['a0', 'b2', 'c3', 'd4']);
  await pool.endFirst();
  expect(pool.begun.slice(4)).toEqual(['e5']);
  await pool.endAll(asked);
});
