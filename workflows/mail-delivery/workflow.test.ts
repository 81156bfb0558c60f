import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Context } from '@temporalio/activity';
import type { Client } from '@temporalio/client';
import type { MailSteps } from '../../activities/mail.ts';
import { MailError } from '../../infra/mail/port.ts';
import { currentDetails, startRun } from '../../test/environment/flow-runs.ts';
import { startWorkers, type TestWorkers } from '../../test/environment/temporal-workers.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import { toFailure } from '../../worker/failures.ts';
import { MAIL_QUEUE } from '../queues.ts';
import { MAIL_DELIVERY } from './contract.ts';

jest.setTimeout(120_000);

let temporal: TestWorkers;
let client: Client;
const failed = new Map<number, string>();
const attempts = new Map<number, number>();

const [SENT, REFUSED, LATER, EXPIRED, HANGS] = [1, 2, 3, 4, 5];
const activities: MailSteps['mail'] = {
  async sendMail({ mailId }) {
    const attempt = (attempts.get(mailId) ?? 0) + 1;
    attempts.set(mailId, attempt);
    if (mailId === REFUSED) throw toFailure(new MailError('refused', 'Refused (550).', 550), attempt);
    if (mailId === LATER && attempt === 1) throw toFailure(new MailError('unreachable', 'Later (451).', 451), attempt);
    if (mailId === HANGS) await Context.current().cancelled;
    return mailId !== EXPIRED;
  },
};
const transitions: MailSteps['transitions'] = {
  async failMail({ mailId, reason }) {
    failed.set(mailId, reason);
    return true;
  },
};

beforeAll(async () => {
  temporal = await startWorkers({ taskQueue: MAIL_QUEUE, activities, transitions });
  client = temporal.client;
});

afterAll(() => temporal.stop());

test.each([
  [SENT, 1, '**sent**', undefined],
  [REFUSED, 1, '**failed**: `refused_550`', 'refused_550'],
  [LATER, 2, '**sent**', undefined],
  [EXPIRED, 1, '**not sent**: its link had expired, it had ended, or was never confirmed', undefined],
])('mail %i ends after %i attempts, and its details say how', async (mailId, tries, details, reason) => {
  const handle = await startRun(client, MAIL_DELIVERY, mailId);
  await handle.result();
  expect(await currentDetails(handle)).toBe(details);
  expect(attempts.get(mailId)).toBe(tries);
  expect(failed.get(mailId)).toBe(reason);
});

test('a cancel ends the mail', async () => {
  const handle = await startRun(client, MAIL_DELIVERY, HANGS);
  await waitUntil('the mail to be tried', () => attempts.has(HANGS));
  await handle.cancel();
  await expect(handle.result()).rejects.toThrow();
  expect(failed.get(HANGS)).toBe('lost');
});
