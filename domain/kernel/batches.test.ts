import { beforeEach, describe, expect, test } from '@jest/globals';
import { inBatches, readAhead } from './batches.ts';

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

describe('items that are read ahead', () => {
  let requested: number;
  let isClosed: boolean;
  async function* items(count: number) {
    try {
      for (requested = 1; requested <= count; requested += 1) yield requested;
      throw new Error('No.');
    } finally {
      isClosed = true;
    }
  }
  beforeEach(() => {
    isClosed = false;
  });

  test('are one ahead, no more', async () => {
    const ahead = readAhead(items(9));
    expect(await ahead.next()).toEqual({ done: false, value: 1 });
    expect(requested).toBe(2);
    await ahead.return(undefined);
    expect({ requested, isClosed }).toEqual({ requested: 2, isClosed: true });
  });

  test('are requested before the caller works on the one before, which may hold the event loop', async () => {
    let sent = 0;
    async function* answers() {
      for (;;) {
        // As the driver does: it writes what was asked in a turn of the loop together, at its end.
        await new Promise<void>((resolve) => {
          process.nextTick(() => {
            sent += 1;
            setImmediate(resolve);
          });
        });
        yield sent;
      }
    }
    const lead: number[] = [];
    for await (const item of readAhead(answers())) {
      lead.push(sent - item);
      if (lead.length === 3) break;
    }
    expect(lead).toEqual([1, 1, 1]);
  });

  test('come before a failure after them', async () => {
    const seen: number[] = [];
    const reading = (async () => {
      for await (const item of readAhead(items(3))) seen.push(item);
    })();
    await expect(reading).rejects.toThrow('No.');
    expect({ seen, isClosed }).toEqual({ seen: [1, 2, 3], isClosed: true });
  });
});
