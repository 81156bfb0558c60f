import { expect, jest, test } from '@jest/globals';
import { createReadiness, NotSetUpError } from './pages.ts';

const up = async () => undefined;
const down = async () => {
  throw new Error('postgres://user:secret@host is away');
};

test('what is down is named, and no more is said of it', async () => {
  const failed: string[] = [];
  const report = createReadiness({ database: { check: down }, temporal: { check: up } }, (name) => failed.push(name));
  expect(await report()).toEqual({ status: 'not_ready', checks: { database: 'down', temporal: 'up' } });
  expect(failed).toEqual(['database']);
});

test('what the service does without does not make it unready', async () => {
  const report = createReadiness({ ai: { check: down, optional: () => true } }, () => undefined);
  expect(await report()).toEqual({ status: 'ready', checks: { ai: 'down' } });
});

test('a failure may leave the service ready where another of the same part does not', async () => {
  const optional = (error: unknown) => !(error instanceof NotSetUpError);
  const notSetUp = async () => {
    throw new NotSetUpError('Search attributes are missing.');
  };
  const away = createReadiness({ temporal: { check: down, optional } }, () => undefined);
  expect(await away()).toEqual({ status: 'ready', checks: { temporal: 'down' } });
  const incomplete = createReadiness({ temporal: { check: notSetUp, optional } }, () => undefined);
  expect(await incomplete()).toEqual({ status: 'not_ready', checks: { temporal: 'down' } });
});

test('a report is kept for a second, and given to all who ask meanwhile', async () => {
  jest.useFakeTimers();
  let looks = 0;
  const check = async () => {
    looks += 1;
  };
  const report = createReadiness({ database: { check } }, () => undefined);
  await Promise.all(Array.from({ length: 100 }, report));
  await report();
  expect(looks).toBe(1);
  jest.advanceTimersByTime(999);
  await report();
  expect(looks).toBe(1);
  jest.advanceTimersByTime(1);
  await report();
  expect(looks).toBe(2);
  jest.useRealTimers();
});
