import { expect, test } from '@jest/globals';
import type { Db } from './deps.ts';
import { groupedReads } from './grouped-reads.ts';

const db = {} as Db;

/** Reads that answer only when the test resolves them; 3 keys a statement, 2 statements at once. */
function slowReads() {
  const statements: { keys: number[]; answer: PromiseWithResolvers<Map<string, { key: number }>> }[] = [];
  const find = groupedReads<number, { key: number }>({
    textOf: String,
    read(_db, keys) {
      const answer = Promise.withResolvers<Map<string, { key: number }>>();
      statements.push({ keys, answer });
      return answer.promise;
    },
    maxKeys: 3,
    maxInFlight: 2,
  });
  const answer = (index: number) => {
    const statement = statements[index];
    // Odd keys have no record.
    const found = statement?.keys.filter((key) => key % 2 === 0).map((key) => [String(key), { key }] as const);
    statement?.answer.resolve(new Map(found));
  };
  return { find: (key: number) => find(db, key), statements, answer };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('reads in the same turn share a statement, and the same key is read once', async () => {
  const { find, statements, answer } = slowReads();
  const reads = [find(2), find(3), find(2)];
  await turn();
  expect(statements.map(({ keys }) => keys)).toEqual([[2, 3]]);
  answer(0);
  const [first, second, third] = await Promise.all(reads);
  expect(first).toEqual({ key: 2 });
  expect(second).toBeNull();
  expect(third).toBe(first);
});

test('a read after a statement has begun goes into a later one', async () => {
  const { find, statements, answer } = slowReads();
  const early = find(2);
  await turn();
  const late = find(2);
  await turn();
  expect(statements.map(({ keys }) => keys)).toEqual([[2], [2]]);
  answer(0);
  answer(1);
  expect(await early).not.toBe(await late);
});

test('the limits on keys per statement and on concurrent statements hold', async () => {
  const { find, statements, answer } = slowReads();
  const reads = [2, 4, 6, 8].map(find);
  await turn();
  reads.push(find(10));
  await turn();
  reads.push(find(12));
  await turn();
  expect(statements.map(({ keys }) => keys)).toEqual([
    [2, 4, 6],
    [8, 10],
  ]);
  answer(1);
  await turn();
  await turn();
  expect(statements[2]?.keys).toEqual([12]);
  answer(0);
  answer(2);
  expect(await Promise.all(reads)).toEqual([2, 4, 6, 8, 10, 12].map((key) => ({ key })));
});

test('a failed statement fails only the reads that shared it', async () => {
  const { find, statements, answer } = slowReads();
  const [lost, alsoLost] = [find(2), find(4)];
  await turn();
  statements[0]?.answer.reject(new Error('no'));
  await expect(lost).rejects.toThrow('no');
  await expect(alsoLost).rejects.toThrow('no');
  const found = find(2);
  await turn();
  answer(1);
  expect(await found).toEqual({ key: 2 });
});
