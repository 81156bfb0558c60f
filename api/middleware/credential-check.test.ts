import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { AppError } from '../../domain/kernel/errors.ts';
import { createCredentialCheck, MAX_AGE_MS } from './credential-check.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function begin({ expired = false } = {}) {
  const reauthenticate = jest.fn(async () => 'as it is now');
  const credentialCheck = createCredentialCheck({ admitted: 'as it was', reauthenticate, hasExpired: () => expired });
  return { reauthenticate, credentialCheck };
}

const refused = (code: 'UNAUTHORIZED' | 'SERVICE_UNAVAILABLE') => () => Promise.reject(new AppError(code, 'No.'));

test('a credential is looked up again after a second, and then once a second', async () => {
  const { reauthenticate, credentialCheck } = begin();
  expect(await credentialCheck.current()).toBe('as it was');
  jest.advanceTimersByTime(MAX_AGE_MS);
  expect(await credentialCheck.current()).toBe('as it is now');
  await credentialCheck.requireNotRevoked();
  expect(reauthenticate).toHaveBeenCalledTimes(1);
});

test('one that was withdrawn is refused, each time', async () => {
  const { reauthenticate, credentialCheck } = begin();
  jest.advanceTimersByTime(MAX_AGE_MS);
  reauthenticate.mockImplementation(refused('UNAUTHORIZED'));
  for (const ask of [credentialCheck.current, credentialCheck.requireNotRevoked, credentialCheck.current])
    await expect(ask()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

test('one that cannot be looked up counts as before', async () => {
  const { reauthenticate, credentialCheck } = begin();
  jest.advanceTimersByTime(MAX_AGE_MS);
  reauthenticate.mockImplementation(refused('SERVICE_UNAVAILABLE'));
  expect(await credentialCheck.current()).toBe('as it was');
});

test('one that has merely expired gets what it asked for before, and begins nothing more', async () => {
  const { reauthenticate, credentialCheck } = begin({ expired: true });
  jest.advanceTimersByTime(MAX_AGE_MS);
  reauthenticate.mockImplementation(refused('UNAUTHORIZED'));
  await credentialCheck.requireNotRevoked();
  await expect(credentialCheck.current()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});
