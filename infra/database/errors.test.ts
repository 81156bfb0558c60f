import { expect, test } from '@jest/globals';
import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import { isUnavailable } from './errors.ts';

const withCode = (code: string, message = '') => Object.assign(new Error(message), { code });

test.each(['08006', '53300', '57P01', '57P03', '57014', '55P03', '25006', '40P01', 'ECONNREFUSED', 'ENOTFOUND'])(
  '%s: the database is away',
  (code) => {
    expect(isUnavailable(withCode(code))).toBe(true);
    expect(isUnavailable(Object.assign(new Error('wrapped'), { driverError: withCode(code) }))).toBe(true);
    expect(isUnavailable(new AggregateError([withCode(code)]))).toBe(true);
  },
);

test.each(['23505', '22P02', '42P01', 'ERR_INVALID_ARG_TYPE'])('%s is an error of ours', (code) => {
  expect(isUnavailable(withCode(code))).toBe(false);
});

test('a transaction whose connection broke between two statements', () => {
  expect(isUnavailable(new QueryRunnerAlreadyReleasedError())).toBe(true);
  expect(isUnavailable(new QueryRunnerProviderAlreadyReleasedError())).toBe(true);
});

test('the driver’s own failures have no code', () => {
  expect(isUnavailable(new Error('Connection terminated unexpectedly'))).toBe(true);
  expect(isUnavailable(new Error('timeout exceeded when trying to connect'))).toBe(true);
  expect(isUnavailable(new Error('other'))).toBe(false);
  expect(isUnavailable('ECONNREFUSED')).toBe(false);
  expect(isUnavailable(undefined)).toBe(false);
});
