import { expect, test } from '@jest/globals';
import { createRounds } from './rounds.ts';

test('a round follows the end of the one before, also where that failed', async () => {
  const { promise: third, resolve: begun } = Promise.withResolvers<void>();
  const errors: unknown[] = [];
  let atOnce = 0;
  let count = 0;
  const rounds = createRounds({
    pauseMs: 1,
    async round() {
      atOnce += 1;
      count += 1;
      expect(atOnce).toBe(1);
      await new Promise(setImmediate);
      atOnce -= 1;
      if (count === 1) throw new Error('the first');
      if (count === 3) begun();
    },
    onError: (error) => errors.push(error),
  });
  rounds.start();
  await third;
  await rounds.stop();
  expect(errors).toEqual([new Error('the first')]);
});

test('a stop tells the round that is under way, waits for it, and none follows', async () => {
  let rounds = 0;
  let ended = false;
  const repeated = createRounds({
    pauseMs: 0,
    async round(stopping) {
      rounds += 1;
      await new Promise((resolve) => stopping.addEventListener('abort', resolve));
      await new Promise(setImmediate);
      ended = true;
    },
    onError: (error) => {
      throw error;
    },
  });
  repeated.start();
  await repeated.stop();
  expect(ended).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(rounds).toBe(1);
});
