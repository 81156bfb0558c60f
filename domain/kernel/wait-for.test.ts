import { expect, jest, test } from '@jest/globals';
import { waitFor } from './wait-for.ts';

/** Wake-up calls that come at once. */
const deps = {
  notifications: {
    subscribe(_topic: string, onWake: () => void) {
      const timer = setInterval(onWake, 1);
      return () => clearInterval(timer);
    },
    notify: () => undefined,
  },
  stopping: new AbortController().signal,
  longestWaitMs: 60_000,
};
const away = () => Object.assign(new Error('terminating connection'), { code: '57P01' });

test('a database outage of a moment does not end a wait', async () => {
  const looks = [
    () => Promise.reject(away()),
    async () => ({ found: 'open', hasEnded: false }),
    () => Promise.reject(away()),
    async () => ({ found: 'done', hasEnded: true }),
  ];
  expect(
    await waitFor(deps, { topic: 't' }, () => looks.shift()?.() ?? Promise.reject(new Error('looked again'))),
  ).toBe('done');
});

test('at the time limit it returns what it saw last, and throws when it saw nothing', async () => {
  let seen = false;
  const once = async () => {
    if (seen) throw away();
    seen = true;
    return { found: 'open', hasEnded: false };
  };
  expect(await waitFor(deps, { topic: 't', limitMs: 20 }, once)).toBe('open');
  await expect(waitFor(deps, { topic: 't', limitMs: 20 }, () => Promise.reject(away()))).rejects.toThrow('terminating');
  const wrong = () => Promise.reject(new Error('a mistake of ours'));
  await expect(waitFor(deps, { topic: 't' }, wrong)).rejects.toThrow('a mistake');
});

test('it waits for 25 s, or as long as its caller or the process specifies', async () => {
  using timeout = jest.spyOn(AbortSignal, 'timeout');
  const ended = async () => ({ found: 'done', hasEnded: true });
  await waitFor(deps, { topic: 't' }, ended);
  await waitFor(deps, { topic: 't', limitMs: 40_000 }, ended);
  await waitFor({ ...deps, longestWaitMs: 3_000 }, { topic: 't' }, ended);
  expect(timeout.mock.calls).toEqual([[25_000], [40_000], [3_000]]);
});
