import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Context } from '@temporalio/activity';
import type { Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { PaymentEventSteps } from '../../activities/payments.ts';
import { currentDetails, startRun } from '../../test/environment/flow-runs.ts';
import { startWorkers, type TestWorkers } from '../../test/environment/temporal-workers.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import { workflowIdOf } from '../commands.ts';
import { MAIN_QUEUE } from '../queues.ts';
import { PAYMENT_EVENT } from './contract.ts';

jest.setTimeout(120_000);

let temporal: TestWorkers;
let client: Client;
const attempts = new Map<number, number>();
const failed = new Map<number, string>();

const RETRIED = 2;
const BROKEN = 3;
const HANGS = 4;
const PARTNER = 7;
const activities: PaymentEventSteps['main'] & PaymentEventSteps['transitions'] = {
  async applyPaymentEvent({ eventId }) {
    const attempt = (attempts.get(eventId) ?? 0) + 1;
    attempts.set(eventId, attempt);
    if (eventId === RETRIED && attempt === 1) throw ApplicationFailure.create({ type: 'database_unavailable' });
    if (eventId === BROKEN) throw ApplicationFailure.nonRetryable('broken', 'unexpected');
    if (eventId === HANGS) await Context.current().cancelled;
    return 'applied';
  },
  async findPaymentEventPartner({ eventId }) {
    return eventId === RETRIED ? null : PARTNER;
  },
  async failPaymentEvent({ eventId, reason }) {
    failed.set(eventId, reason);
    return true;
  },
};

beforeAll(async () => {
  temporal = await startWorkers({ taskQueue: MAIN_QUEUE, activities });
  client = temporal.client;
});

afterAll(() => temporal.stop());

test.each([
  [1, 1, '**applied**', undefined],
  [RETRIED, 2, '**applied**', undefined],
  [BROKEN, 1, '**failed**: `unexpected`; it can be started again', 'unexpected'],
])('event %i ends after %i attempts, and its details say how', async (eventId, tried, details, reason) => {
  const handle = await startRun(client, PAYMENT_EVENT, eventId);
  await handle.result();
  expect(await currentDetails(handle)).toBe(details);
  expect(attempts.get(eventId)).toBe(tried);
  expect(failed.get(eventId)).toBe(reason);
});

test('an event is found by its partner, once it is read; one of nobody is found by itself', async () => {
  const attributesOf = async (eventId: number) => {
    const { typedSearchAttributes } = await client.workflow.getHandle(workflowIdOf(PAYMENT_EVENT, eventId)).describe();
    return typedSearchAttributes.getAll().find(({ key }) => key.name === 'MwPartnerId')?.value;
  };
  expect([await attributesOf(1), await attributesOf(RETRIED)]).toEqual([String(PARTNER), undefined]);
});

test('a cancel fails it', async () => {
  const handle = await startRun(client, PAYMENT_EVENT, HANGS);
  await waitUntil('the attempt to begin', () => attempts.has(HANGS));
  await handle.cancel();
  await expect(handle.result()).rejects.toThrow();
  expect(failed.get(HANGS)).toBe('lost');
});
