import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import type { Deps } from '../kernel/deps.ts';
import { perform } from '../kernel/step.ts';
import { createUser } from '../users/operations/create-user.ts';
import { lockUser } from '../users/store.ts';
import { type NewNotification, notifyPeople } from './notify-people.ts';
import { MOST_UNREAD } from './rules.ts';
import { sendDigests } from './steps/send-digests.ts';
import { markAllRead, saveSetting, selectNotifications } from './store.ts';

jest.setTimeout(60_000);

let service: TestService;
let deps: Deps;
let partnerId: number;
let owner: number;
let editor: number;
beforeAll(async () => {
  service = await startTestService();
  deps = { ...service.deps, mail: { ...service.deps.mail, isConfigured: true } };
});
beforeEach(async () => {
  service.setClock(new Date());
  partnerId = (await service.createPartner()).id;
  [owner, editor] = [await person('owner'), await person('editor')];
});
afterAll(() => service.stop());

let people = 0;
async function person(role: string): Promise<number> {
  people += 1;
  const input = { email: `person${people}@example.com`, name: 'Person', role, password: 'correct horse battery' };
  return (await service.run(service.admin, createUser, { params: { partner_id: partnerId }, input })).id;
}

const notify = (changes: Partial<NewNotification> = {}) =>
  deps.transaction(service.admin, async (tx) =>
    notifyPeople(tx, { partnerId, kind: 'execution_failed', to: { userId: owner }, title: 'blog_post', ...changes }),
  );
const listOf = (userId: number) => selectNotifications(deps.db, userId, { page: 1, per_page: 20, unread: true });
const mails = async () => {
  await perform(deps, sendDigests, {});
  const rows: { user_id: string; values: object }[] = await service.dataSource.query(
    'SELECT user_id, values FROM mail WHERE partner_id = $1 ORDER BY id',
    [partnerId],
  );
  return rows.map(({ user_id, values }) => [Number(user_id), values]);
};
/** The server takes the mails that wait. */
const sendMails = () => service.dataSource.query("UPDATE mail SET status = 'sent' WHERE partner_id = $1", [partnerId]);
const pass = (minutes: number) => service.setClock(new Date(deps.clock.now().getTime() + minutes * 60_000));

test('one person, or all with a role, are told; nobody of another partner', async () => {
  await notify();
  await notify({ to: { roles: ['owner', 'editor'] } });
  expect([(await listOf(owner)).total, (await listOf(editor)).total]).toEqual([2, 1]);
  const mine = partnerId;
  partnerId = (await service.createPartner()).id;
  await notify();
  partnerId = mine;
  expect((await listOf(owner)).total).toBe(2);
});

test('nothing is told of what was rolled back', async () => {
  const rolledBack = deps.transaction(service.admin, async (tx) => {
    notifyPeople(tx, { partnerId, kind: 'mention', to: { userId: owner } });
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  expect((await listOf(owner)).total).toBe(0);
});

test('people choose by kind', async () => {
  await saveSetting(deps.db, owner, 'execution_failed', { in_page: false });
  await saveSetting(deps.db, editor, 'execution_failed', { in_page: false, by_mail: false });
  await notify({ to: { roles: ['owner', 'editor'] } });
  expect([(await listOf(owner)).total, (await listOf(editor)).total]).toEqual([0, 0]);
  expect(await mails()).toEqual([[owner, { count: 1, failed: 1 }]]);
});

test('a person is locked beside what is being added of the person', async () => {
  const adding = service.dataSource.createQueryRunner();
  await adding.startTransaction();
  await saveSetting(adding.manager, owner, 'mention', { by_mail: true });
  const person = await deps.transaction(service.admin, (tx) => lockUser(tx.em, owner));
  expect(person?.id).toBe(owner);
  await adding.rollbackTransaction();
  await adding.release();
});

test('a mail in ten minutes has all that happened meanwhile, but what was read', async () => {
  await notify();
  await notify();
  expect(await mails()).toEqual([[owner, { count: 2, failed: 2 }]]);
  await sendMails();
  await notify();
  pass(9);
  await notify({ kind: 'credits_low' });
  expect(await mails()).toHaveLength(1);
  pass(2);
  expect((await mails())[1]).toEqual([owner, { count: 2, failed: 1, credits: 'low' }]);
  await sendMails();
  pass(11);
  await notify();
  await markAllRead(deps.db, deps.clock.now(), owner, Number.MAX_SAFE_INTEGER);
  expect(await mails()).toHaveLength(2);
  pass(11);
  expect(await mails()).toHaveLength(2);
});

test('while a mail waits for its server there is no other; what happens meanwhile is in the next one', async () => {
  await notify();
  expect(await mails()).toHaveLength(1);
  for (let round = 0; round < 3; round += 1) {
    pass(11);
    await notify();
    expect(await mails()).toHaveLength(1);
  }
  await sendMails();
  expect((await mails())[1]).toEqual([owner, { count: 3, failed: 3 }]);
});

test('whoever reads nothing is told no more than so many times', async () => {
  for (let n = 0; n < MOST_UNREAD + 5; n += 1) await notify();
  expect((await listOf(owner)).total).toBe(MOST_UNREAD);
});

test('a mail says what has become of the credits and the payments', async () => {
  await notify({ kind: 'credits_low' });
  await notify({ kind: 'payment_failed' });
  await notify({ kind: 'payment_failed' });
  expect(await mails()).toEqual([[owner, { count: 3, failed: 0, credits: 'low', payments: 2 }]]);
  await sendMails();
  pass(11);
  await notify({ kind: 'credits_low' });
  await notify({ kind: 'credits_exhausted' });
  expect((await mails())[1]).toEqual([owner, { count: 2, failed: 0, credits: 'exhausted' }]);
});

test('low credits are told to those who see invoices', async () => {
  await deps.transaction(service.admin, async (tx) => {
    tx.publish({ partnerId, type: 'credits.low', data: {} });
  });
  expect((await listOf(owner)).rows.map(({ kind }) => kind)).toEqual(['credits_low']);
  expect((await listOf(editor)).total).toBe(0);
});
