import { beforeEach, expect, test } from '@jest/globals';
import { isAutosaveOn, isTransient, keepAutosave, pauseAfter } from './autosave.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  Object.assign(globalThis, {
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    },
  });
});

test('pauses grow with failures, up to a minute', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 2_000].map(pauseAfter)).toEqual([
    3_000, 5_000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000,
  ]);
});

test('what the service refuses is not sent again, what it could not take is', () => {
  expect([undefined, 408, 429, 500, 503].every(isTransient)).toBe(true);
  expect([400, 401, 403, 404, 409, 412, 413, 422].some(isTransient)).toBe(false);
});

test('is on until somebody turns it off, for themselves', () => {
  expect(isAutosaveOn('one')).toBe(true);
  keepAutosave('one', false);
  expect([isAutosaveOn('one'), isAutosaveOn('another')]).toEqual([false, true]);
  keepAutosave('one', true);
  expect(isAutosaveOn('one')).toBe(true);
});
