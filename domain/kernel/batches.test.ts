import { expect, test } from '@jest/globals';
import { inBatches } from './batches.ts';

const numbersUpTo = (highest: number) => async (last: number | undefined) =>
  Array.from({ length: 3 }, (_, index) => (last ?? 0) + index + 1).filter((number) => number <= highest);

async function collect(highest: number): Promise<number[][]> {
  const batches: number[][] = [];
  for await (const batch of inBatches(3, numbersUpTo(highest))) batches.push(batch);
  return batches;
}

test.each([
  [0, []],
  [2, [[1, 2]]],
  [3, [[1, 2, 3]]],
  [7, [[1, 2, 3], [4, 5, 6], [7]]],
])('%d rows come once each and in order', async (highest, batches) => {
  expect(await collect(highest)).toEqual(batches);
});

test('one batch is read ahead, no more', async () => {
  const requested: (number | undefined)[] = [];
  const batches = inBatches(3, (last: number | undefined) => {
    requested.push(last);
    return numbersUpTo(100)(last);
  });
  await batches.next();
  expect(requested).toEqual([undefined, 3]);
  await batches.return(undefined);
  expect(requested).toEqual([undefined, 3]);
});

test('a failure arrives after the batches before it, and is ignored once the reader has stopped', async () => {
  const failing = () =>
    inBatches(3, async (last: number | undefined) => {
      if (last === undefined) return [1, 2, 3];
      throw new Error('No.');
    });
  const seen: number[] = [];
  await expect(
    (async () => {
      for await (const batch of failing()) seen.push(...batch);
    })(),
  ).rejects.toThrow('No.');
  expect(seen).toEqual([1, 2, 3]);
  for await (const _batch of failing()) break;
});
