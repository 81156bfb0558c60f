import { expect, test } from '@jest/globals';
import { pollEvery } from './poll.ts';

const HOUR_MS = 3_600_000;

function query(data: unknown = { runs: 1 }) {
  return { state: { data, dataUpdatedAt: 0, errorUpdatedAt: 0, status: 'success' } };
}

/** Reads of an hour, each of which brings what `read` makes of the query. */
function readsOfAnHour(intervalMs: number, read: (polled: ReturnType<typeof query>, at: number) => void): number {
  const interval = pollEvery<unknown>(intervalMs);
  const polled = query();
  let reads = 0;
  for (let at = Number(interval(polled)); at <= HOUR_MS; at += Number(interval(polled))) {
    reads += 1;
    read(polled, at);
  }
  return reads;
}

test('what changes is read as often as it was asked for, what does not at last once a minute', () => {
  const changed = readsOfAnHour(5_000, ({ state }, at) => Object.assign(state, { data: {}, dataUpdatedAt: at }));
  const unchanged = readsOfAnHour(5_000, ({ state }, at) => Object.assign(state, { dataUpdatedAt: at }));
  expect({ changed, unchanged }).toEqual({ changed: 720, unchanged: 93 });
});

test('an API that fails is asked less often after each failure, and again as before once there is news', () => {
  const interval = pollEvery<unknown>(5_000);
  const polled = query();
  const pauses = [1, 2, 3, 4, 5].map((at) => {
    Object.assign(polled.state, { errorUpdatedAt: at, status: 'error' });
    return interval(polled);
  });
  expect(pauses).toEqual([5_000, 10_000, 20_000, 40_000, 60_000]);
  Object.assign(polled.state, { data: {}, dataUpdatedAt: 6, status: 'success' });
  expect(interval(polled)).toBe(5_000);
});

test('a rendering is no read', () => {
  const interval = pollEvery<unknown>(5_000);
  const polled = query();
  expect(Array.from({ length: 50 }, () => interval(polled)).at(-1)).toBe(5_000);
});

test('nothing is read that is not needed', () => {
  const interval = pollEvery<{ runs: number }>(5_000, ({ runs }) => runs > 0);
  expect(interval({ state: { ...query().state, data: undefined } })).toBe(false);
  expect(interval({ state: { ...query().state, data: { runs: 0 } } })).toBe(false);
  expect(interval({ state: { ...query().state, data: { runs: 1 } } })).toBe(5_000);
});
