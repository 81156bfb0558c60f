import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { AppError } from '../../domain/kernel/errors.ts';
import { createStanding, MAX_AGE_MS } from './standing.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function begin({ expired = false } = {}) {
  const readmit = jest.fn(async () => 'as it is now');
  const standing = createStanding({ admitted: 'as it was', readmit, hasExpired: () => expired });
  return { readmit, standing };
}

const refused = (code: 'UNAUTHORIZED' | 'SERVICE_UNAVAILABLE') => () => Promise.reject(new AppError(code, 'No.'));

test('a credential is looked up again after a second, and then once a second', async () => {
  const { readmit, standing } = begin();
  expect(await standing.current()).toBe('as it was');
  jest.advanceTimersByTime(MAX_AGE_MS);
  expect(await standing.current()).toBe('as it is now');
  await standing.requireNotWithdrawn();
  expect(readmit).toHaveBeenCalledTimes(1);
});

test('one that was withdrawn is refused, each time', async () => {
  const { readmit, standing } = begin();
  jest.advanceTimersByTime(MAX_AGE_MS);
  readmit.mockImplementation(refused('UNAUTHORIZED'));
  for (const ask of [standing.current, standing.requireNotWithdrawn, standing.current])
    await expect(ask()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

test('one that cannot be looked up counts as before', async () => {
  const { readmit, standing } = begin();
  jest.advanceTimersByTime(MAX_AGE_MS);
  readmit.mockImplementation(refused('SERVICE_UNAVAILABLE'));
  expect(await standing.current()).toBe('as it was');
});

test('one that has merely expired gets what it asked for before, and begins nothing more', async () => {
  const { readmit, standing } = begin({ expired: true });
  jest.advanceTimersByTime(MAX_AGE_MS);
  readmit.mockImplementation(refused('UNAUTHORIZED'));
  await standing.requireNotWithdrawn();
  await expect(standing.current()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});
