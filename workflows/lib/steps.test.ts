import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/common';
import type { MailSteps } from '../../activities/mail.ts';
import { startRun } from '../../test/environment/flow-runs.ts';
import { startWorkers, type TestWorkers } from '../../test/environment/temporal-workers.ts';
import { MAIL_DELIVERY } from '../mail-delivery/contract.ts';
import { MAIL_QUEUE } from '../queues.ts';

jest.setTimeout(120_000);

let temporal: TestWorkers;
/** How often the database is away when a mail is failed, and what happens then. */
const outages = new Map<number, { left: number; then: 'accepted' | 'refused' }>();
const failed = new Set<number>();

const activities: MailSteps['mail'] = {
  sendMail() {
    throw ApplicationFailure.nonRetryable('Refused.', 'refused');
  },
};
const transitions: MailSteps['transitions'] = {
  async failMail({ mailId }) {
    const outage = outages.get(mailId);
    if (outage && outage.left > 0) {
      outage.left -= 1;
      throw new Error('The database is away.');
    }
    if (outage?.then === 'refused') throw ApplicationFailure.nonRetryable('It is no more.', 'gone');
    failed.add(mailId);
    return true;
  },
};

beforeAll(async () => {
  temporal = await startWorkers({ taskQueue: MAIL_QUEUE, activities, transitions });
});

afterAll(() => temporal.stop());

/** Fails a mail while the database is away `left` times; whether its run ended well, and events of its history. */
async function failMail(mailId: number, left: number, then: 'accepted' | 'refused' = 'accepted') {
  outages.set(mailId, { left, then });
  const handle = await startRun(temporal.client, MAIL_DELIVERY, mailId);
  const ended = await handle.result().then(
    () => true,
    () => false,
  );
  const events = (await handle.fetchHistory()).events ?? [];
  const queued = events.flatMap(
    ({ activityTaskScheduledEventAttributes: activity }) => activity?.activityType?.name ?? [],
  );
  return { ended, queued, timers: events.filter((event) => event.timerStartedEventAttributes).length };
}

test('a transition that the database accepts within seconds is in no queue', async () => {
  expect(await failMail(1, 3)).toEqual({ ended: true, queued: ['sendMail'], timers: 0 });
  expect(failed.has(1)).toBe(true);
});

test('in an outage it is repeated by the server, whose repeats are not in the history', async () => {
  expect(await failMail(2, 7)).toEqual({ ended: true, queued: ['sendMail', 'failMail'], timers: 0 });
  expect(failed.has(2)).toBe(true);
});

test.each([
  ['within the workflow task', 3, 0, ['sendMail']],
  ['from the queue', 4, 5, ['sendMail', 'failMail']],
])('what can never be done is not repeated: %s', async (_where, mailId, left, queued) => {
  expect(await failMail(mailId, left, 'refused')).toEqual({ ended: false, queued, timers: 0 });
});
