import { expect, test } from '@jest/globals';
import { AppError } from '../../domain/kernel/errors.ts';
import { retryHeader } from './errors.ts';

const POLICY = '"key-minute";q=60;w=60';

test('a refusal by a limit of its own describes that limit, beside those that count requests', () => {
  const limit = { name: 'free-runs', max: 50, windowSeconds: 86_400, resetAt: 1_893_542_400 };
  expect(retryHeader(new AppError('RATE_LIMITED', 'No.', { retryAfterSeconds: 90, limit }), POLICY)).toEqual({
    'Retry-After': '90',
    'X-RateLimit-Limit': '50',
    'X-RateLimit-Remaining': '0',
    'X-RateLimit-Reset': '1893542400',
    RateLimit: '"free-runs";r=0;t=90',
    'RateLimit-Policy': `${POLICY}, "free-runs";q=50;w=86400`,
  });
});

test('any other refusal leaves the headers of the limits as they are', () => {
  expect(retryHeader(new AppError('RATE_LIMITED', 'No.', { retryAfterSeconds: 90 }), POLICY)).toEqual({
    'Retry-After': '90',
  });
  expect(retryHeader(new AppError('CONFLICT', 'No.'), POLICY)).toEqual({});
});
