import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import {
  startTestService,
  type TestOperations,
  type TestService,
  testOperations,
} from '../../test/environment/service.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { perform } from '../kernel/step.ts';
import { changePassword } from '../security/operations/change-password.ts';
import { createUser } from './operations/create-user.ts';
import { invitePerson, resendInvitation } from './operations/invite-person.ts';
import { removePerson } from './operations/remove-person.ts';
import { sendPasswordReset } from './operations/send-password-reset.ts';
import { updateUser } from './operations/update-user.ts';
import { joinByVerifiedEmail } from './steps/join.ts';
import { setPasswordByLink } from './steps/use-link.ts';
import type { UserRow } from './table.ts';

jest.setTimeout(60_000);

const PASSWORD = 'correct horse battery';
let service: TestService;
let deps: Deps;
let run: TestOperations['run'];
let partnerId: number;
let owner: Call;
let made = 0;

beforeAll(async () => {
  service = await startTestService();
  deps = { ...service.deps, mail: { ...service.deps.mail, isConfigured: true } };
  ({ run } = testOperations(deps));
});
beforeEach(async () => {
  partnerId = (await service.createPartner()).id;
  const { id } = await member('owner');
  const actor = { kind: 'user', userId: id, partnerId, role: 'owner', scopedCapabilities: null } as const;
  owner = { ...service.admin, actor: { ...actor, console: { grantId: null } } };
});
afterAll(() => service.stop());

function address(): string {
  made += 1;
  return `waiting-${made}@example.com`;
}

function member(role: string): Promise<UserRow> {
  const input = { email: address(), name: 'Ada', role, password: PASSWORD };
  return run(service.admin, createUser, { params: { partner_id: partnerId }, input });
}

const invite = async () =>
  (await run(owner, invitePerson, { input: { email: address(), name: 'Bob', role: 'editor' } })).person;
const reset = (id: number) => run(owner, sendPasswordReset, { params: { id } });

/** What has become of the mails to a person, in their order; the link of one that ended is gone. */
async function mailsTo(userId: number): Promise<string[]> {
  const rows: { template: string; status: string; reason: string | null; link: Buffer | null }[] =
    await service.dataSource.query('SELECT template, status, reason, link FROM mail WHERE user_id = $1 ORDER BY id', [
      userId,
    ]);
  return rows.map(({ template, status, reason, link }) => `${template} ${link ? status : (reason ?? 'no link')}`);
}

async function secretTo(userId: number): Promise<string> {
  const [{ link }] = await service.dataSource.query(
    `SELECT link FROM mail WHERE user_id = $1 AND status = 'queued' ORDER BY id`,
    [userId],
  );
  return deps.secrets.open(link).split('#')[1] ?? '';
}

test('of links that replace each other only the last is mailed; other mails and other people keep theirs', async () => {
  const [person, other, viewer] = [await invite(), await invite(), await member('viewer')];
  for (let again = 0; again < 2; again += 1) await run(owner, resendInvitation, { params: { id: person.id } });
  expect(await mailsTo(person.id)).toEqual(['invitation replaced', 'invitation replaced', 'invitation queued']);
  expect(await mailsTo(other.id)).toEqual(['invitation queued']);
  const params = { partner_id: partnerId, user_id: viewer.id };
  await run(service.admin, updateUser, { params, input: { role: 'editor' } });
  await reset(viewer.id);
  await reset(viewer.id);
  expect(await mailsTo(viewer.id)).toEqual(['security queued', 'password_reset replaced', 'password_reset queued']);
});

test('no mail goes to who was removed, or may not sign in any more', async () => {
  const [invited, viewer, disabled] = [await invite(), await member('viewer'), await member('viewer')];
  await reset(viewer.id);
  await reset(disabled.id);
  await run(owner, removePerson, { params: { id: invited.id } });
  await run(owner, removePerson, { params: { id: viewer.id } });
  const params = { partner_id: partnerId, user_id: disabled.id };
  await run(service.admin, updateUser, { params, input: { status: 'disabled', role: 'editor' } });
  expect(await mailsTo(invited.id)).toEqual(['invitation withdrawn']);
  expect(await mailsTo(viewer.id)).toEqual(['password_reset withdrawn']);
  expect(await mailsTo(disabled.id)).toEqual(['password_reset withdrawn', 'security withdrawn']);
});

test('a link for a new password is not mailed once the password was changed otherwise', async () => {
  const [viewer, invited] = [await member('viewer'), await invite()];
  await reset(viewer.id);
  const params = { partner_id: partnerId, user_id: viewer.id };
  await run(service.admin, updateUser, { params, input: { password: 'another horse battery' } });
  await reset(viewer.id);
  const actor = { kind: 'user', userId: viewer.id, partnerId, role: 'viewer', scopedCapabilities: null } as const;
  const self: Call = { ...service.admin, actor: { ...actor, console: { grantId: null } } };
  const input = { current_password: 'another horse battery', new_password: PASSWORD };
  await run(self, changePassword, { input });
  expect(await mailsTo(viewer.id)).toEqual([
    'password_reset withdrawn',
    'security queued',
    'password_reset withdrawn',
    'security queued',
  ]);
  expect(await mailsTo(invited.id)).toEqual(['invitation queued']);
});

test('a link that was used is not mailed once more', async () => {
  const [invited, verified, viewer] = [await invite(), await invite(), await member('viewer')];
  await reset(viewer.id);
  for (const { id } of [invited, viewer]) {
    const given = { secret: await secretTo(id), password: 'another horse battery' };
    expect(await perform(deps, setPasswordByLink, given)).toBe('done');
  }
  expect(await perform(deps, joinByVerifiedEmail, { email: verified.email })).toBe(true);
  expect(await mailsTo(invited.id)).toEqual(['invitation withdrawn']);
  expect(await mailsTo(verified.id)).toEqual(['invitation withdrawn']);
  expect(await mailsTo(viewer.id)).toEqual(['password_reset withdrawn', 'security queued']);
});
