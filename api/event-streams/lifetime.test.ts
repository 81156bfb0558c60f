import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { AppError } from '../../domain/kernel/errors.ts';
import { createCredentialCheck } from '../middleware/credential-check.ts';
import { createLifetime, type LifetimeOptions } from './lifetime.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function begin(options: Partial<LifetimeOptions> = {}) {
  const res = new EventEmitter() as unknown as ServerResponse;
  const stopping = new AbortController();
  const reauthenticate = jest.fn(async (): Promise<unknown> => undefined);
  const { current } = createCredentialCheck<unknown>({ admitted: undefined, reauthenticate, hasExpired: () => false });
  const defaults = { stopping: stopping.signal, expiresInMs: null, current, recheckMs: 30_000 };
  const lifetime = createLifetime(res, { ...defaults, ...options });
  return { res, stopping, reauthenticate, lifetime };
}

const withdrawn = () => Promise.reject(new AppError('UNAUTHORIZED', 'Withdrawn.'));

test.each<[string, (begun: ReturnType<typeof begin>) => unknown]>([
  ['the client leaves', ({ res }) => res.emit('close')],
  ['the service stops', ({ stopping }) => stopping.abort()],
])('a stream ends when %s, and nothing is left behind', (_when, happen) => {
  const begun = begin({ expiresInMs: 60_000 });
  expect(begun.lifetime.signal.aborted).toBe(false);
  happen(begun);
  expect(begun.lifetime.signal.aborted).toBe(true);
  expect(jest.getTimerCount()).toBe(0);
});

test('a stream ends when its credential expires, however far that is', async () => {
  const { lifetime } = begin({ expiresInMs: 5_000 });
  const { lifetime: long } = begin({ expiresInMs: 2 ** 40 });
  await jest.advanceTimersByTimeAsync(5_000);
  expect([lifetime.signal.aborted, long.signal.aborted]).toEqual([true, false]);
  expect(await lifetime.isAdmitted()).toBe(false);
});

test('the credential is checked now and then, and a withdrawn one ends the stream', async () => {
  const { lifetime, reauthenticate } = begin();
  await jest.advanceTimersByTimeAsync(30_000);
  expect([reauthenticate.mock.calls.length, lifetime.signal.aborted]).toEqual([1, false]);
  reauthenticate.mockImplementation(withdrawn);
  await jest.advanceTimersByTimeAsync(30_000);
  expect(lifetime.signal.aborted).toBe(true);
});

test('before something is sent it is checked again, at most once a second', async () => {
  const { lifetime, reauthenticate } = begin();
  expect(await lifetime.isAdmitted()).toBe(true);
  expect(reauthenticate).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1_000);
  expect(await Promise.all([lifetime.isAdmitted(), lifetime.isAdmitted()])).toEqual([true, true]);
  expect(reauthenticate).toHaveBeenCalledTimes(1);
  reauthenticate.mockImplementation(withdrawn);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(await lifetime.isAdmitted()).toBe(false);
});

test('while the credential cannot be checked the stream goes on', async () => {
  const { lifetime, reauthenticate } = begin();
  reauthenticate.mockImplementation(() => Promise.reject(new AppError('SERVICE_UNAVAILABLE', 'Away.')));
  await jest.advanceTimersByTimeAsync(60_000);
  expect(await lifetime.isAdmitted()).toBe(true);
  expect(lifetime.signal.aborted).toBe(false);
});
