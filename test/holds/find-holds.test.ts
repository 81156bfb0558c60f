import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findHolds, MAX_HOLD_MS } from './find-holds.ts';

const HELD_MS = 6 * MAX_HOLD_MS;

let other: Worker;
let origin: string;
beforeAll(async () => {
  other = new Worker(new URL('./held-loop.ts', import.meta.url));
  [origin] = await once(other, 'message');
});
afterAll(() => other?.terminate());

/** Holds the other thread's event loop. */
async function hold(): Promise<number> {
  const held = once(other, 'message');
  other.postMessage(HELD_MS);
  await held;
  return 200;
}
const answer = async () => 200;
const fail = async () => {
  throw new Error('The connection is closed.');
};

test('requests that hold the event loop are found among others, also the first', async () => {
  const found = await findHolds(
    origin,
    new Map([
      ['a held one', hold],
      ['another', answer],
    ]),
    HELD_MS / 2,
  );
  expect(found).toEqual([expect.stringMatching(/^a held one: held the event loop for \d+ ms$/)]);
});

test('one that held it once did not do so by itself', async () => {
  let runs = 0;
  const once = () => {
    runs += 1;
    return runs === 1 ? hold() : answer();
  };
  expect(await findHolds(origin, new Map([['once', once]]), HELD_MS / 2)).toEqual([]);
  expect(runs).toBeGreaterThan(1);
});

test('answers of 5xx and failures are found, and what is refused is not', async () => {
  const requests = new Map([
    ['broken', async () => 503],
    ['refused', async () => 422],
    ['failing', fail],
  ]);
  expect(await findHolds(origin, requests, HELD_MS / 2)).toEqual([
    'broken: answered with 503',
    'failing: Error: The connection is closed.',
  ]);
});
