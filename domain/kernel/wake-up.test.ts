import { getEventListeners } from 'node:events';
import { expect, test } from '@jest/globals';
import { createWakeUp } from './wait-for.ts';

test('a waiter is woken', async () => {
  const wakeUp = createWakeUp(new AbortController().signal);
  const outcome = wakeUp.wait(60_000);
  wakeUp.wake();
  expect(await outcome).toBe('woken');
});

test('a call while nobody waits is kept, once', async () => {
  const wakeUp = createWakeUp(new AbortController().signal);
  wakeUp.wake();
  wakeUp.wake();
  expect(await wakeUp.wait(60_000)).toBe('woken');
  expect(await wakeUp.wait(1)).toBe('timeout');
});

test('after the signal has fired no wait blocks', async () => {
  const end = new AbortController();
  const wakeUp = createWakeUp(end.signal);
  const asleep = wakeUp.wait(60_000);
  end.abort();
  expect(await asleep).toBe('woken');
  expect(await wakeUp.wait(60_000)).toBe('woken');
});

test('the signal is listened to only while somebody waits', async () => {
  const { signal } = new AbortController();
  for (let n = 0; n < 3; n += 1) {
    const wakeUp = createWakeUp(signal);
    const outcome = wakeUp.wait(60_000);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    wakeUp.wake();
    await outcome;
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  }
});
