import { describe, expect, test } from '@jest/globals';
import { answer } from '../../test/environment/send-results.ts';
import type { SendResult } from '../kernel/deps.ts';
import { attemptRecord, type Sent } from './outcome.ts';

const NOW = new Date('2026-05-10T12:00:00Z');
const STARTED = new Date('2026-05-10T11:59:59Z');

function sent(responseCode: number | null, failures = 0, more: Partial<SendResult> = {}): Sent {
  return {
    startedAt: STARTED,
    probe: false,
    delivery: {
      id: 7,
      leaseToken: '6f5b3c5e-6f0f-4a55-b2d2-5f8d6a0f7d11',
      attempt: failures + 2,
      failures,
      eventId: 'evt_01JNBXQ6R0ABCDEFGHJKMNPQRS',
      eventType: 'listing.created',
      occurredAt: STARTED,
      data: {},
      traceparent: null,
      endpointVersion: 1,
    },
    result: answer(responseCode, { excerpt: 'body', durationMs: 12.6, ...more }),
  };
}

describe('what is written of an attempt', () => {
  test('that succeeded ends the delivery', () => {
    expect(attemptRecord(sent(204, 3), NOW, 0.5)).toMatchObject({
      deliveryId: 7,
      number: 5,
      outcome: 'succeeded',
      status: 'delivered',
      failures: 3,
      responseCode: 204,
      errorClass: null,
      error: null,
      excerpt: 'body',
      durationMs: 13,
      startedAt: STARTED,
      dueAt: null,
    });
  });

  test('that failed makes it due again', () => {
    expect(attemptRecord(sent(500, 1), NOW, 0.5)).toMatchObject({
      outcome: 'failed',
      status: 'pending',
      failures: 2,
      errorClass: 'http',
      dueAt: new Date(NOW.getTime() + 60_000),
    });
  });

  test('that was the last ends it, too', () => {
    expect(attemptRecord(sent(null, 10), NOW, 0.5)).toMatchObject({
      outcome: 'failed',
      status: 'failed',
      failures: 11,
      responseCode: null,
      errorClass: 'timeout',
      dueAt: null,
    });
  });
});
