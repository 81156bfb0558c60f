import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { generateSync } from 'otplib';
import {
  startTestService,
  type TestOperations,
  type TestService,
  testOperations,
} from '../../test/environment/service.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import type { Role } from '../kernel/permissions.ts';
import { perform } from '../kernel/step.ts';
import { renderMail } from '../mail/render.ts';
import { SECURITY_CHANGES } from '../mail/texts/texts.ts';
import { updateNotificationSettings } from '../notifications/operations/update-settings.ts';
import { selectNotifications } from '../notifications/store.ts';
import { replaceLink } from '../users/link-store.ts';
import { newLink } from '../users/links.ts';
import { createUser } from '../users/operations/create-user.ts';
import { invitePerson } from '../users/operations/invite-person.ts';
import { updatePerson } from '../users/operations/update-person.ts';
import { updateUser } from '../users/operations/update-user.ts';
import { setPasswordByLink } from '../users/steps/use-link.ts';
import type { UserRow } from '../users/table.ts';
import { changePassword } from './operations/change-password.ts';
import { renewRecoveryCodes } from './operations/recovery-codes.ts';
import { resetSecondFactor } from './operations/team.ts';
import { confirmTotp, disableTotp, enrolTotp } from './operations/totp.ts';
import { recogniseDevice } from './steps/recognise-device.ts';

jest.setTimeout(60_000);

const PASSWORD = 'correct horse battery';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0';
let service: TestService;
let deps: Deps;
let run: TestOperations['run'];
let partnerId: number;
let owner: UserRow;
let person: UserRow;
let made = 0;

beforeAll(async () => {
  service = await startTestService();
  deps = { ...service.deps, mail: { ...service.deps.mail, isConfigured: true } };
  ({ run } = testOperations(deps));
});
beforeEach(async () => {
  partnerId = (await service.createPartner()).id;
  service.setClock(new Date());
  [owner, person] = [await member('owner', 'Olga'), await member('editor', 'Emil')];
});
afterAll(() => service.stop());

function member(role: Role, name: string): Promise<UserRow> {
  made += 1;
  const input = { email: `member-${made}@example.com`, name, role, password: PASSWORD };
  return run(service.admin, createUser, { params: { partner_id: partnerId }, input });
}

function as({ id, role }: UserRow): Call {
  const actor = { kind: 'user', userId: id, partnerId, role, scopedCapabilities: null } as const;
  return { ...service.admin, actor: { ...actor, console: { grantId: null } } };
}

/** What a person was reported, at the console and by mail. */
async function reportedTo({ id }: UserRow) {
  const shown = (await selectNotifications(deps.db, id, { page: 1, per_page: 100 })).rows;
  const mails: { values: Record<string, string> }[] = await service.dataSource.query(
    `SELECT values FROM mail WHERE user_id = $1 AND template = 'security' ORDER BY id DESC`,
    [id],
  );
  const reported = mails.map(({ values: { change, detail, by, name } }) => [change, detail, by, name]);
  expect(shown.map(({ kind, record_id, title }) => [kind, record_id, title])).toEqual(
    reported.map(([change, detail]) => ['security', change, detail || null]),
  );
  return reported;
}

const codeOf = (secret: string) => generateSync({ secret, epoch: Math.floor(deps.clock.now().getTime() / 1000) });

async function turnOnTotp(): Promise<string> {
  const { secret } = await run(as(person), enrolTotp, { input: { current_password: PASSWORD } });
  await run(as(person), confirmTotp, { input: { code: codeOf(secret) } });
  return secret;
}

test('a new password is reported, whoever set it', async () => {
  await run(as(person), changePassword, {
    input: { current_password: PASSWORD, new_password: 'another long password' },
  });
  const params = { partner_id: partnerId, user_id: person.id };
  await run(service.admin, updateUser, { params, input: { password: PASSWORD } });
  const { secretHash, path } = newLink(deps);
  const expiresAt = new Date(deps.clock.now().getTime() + 60_000);
  await deps.transaction(service.admin, (tx) =>
    replaceLink(tx.em, tx.now, { userId: person.id, kind: 'password_reset', secretHash, expiresAt }),
  );
  const secret = path.split('#')[1] ?? '';
  expect(await perform(deps, setPasswordByLink, { secret, password: PASSWORD })).toBe('done');
  expect(await reportedTo(person)).toEqual([
    ['password_reset', '', 'self', ''],
    ['password_changed', '', 'operator', ''],
    ['password_changed', '', 'self', ''],
  ]);
});

test('so are second factors; an app that was never confirmed is none', async () => {
  await run(as(person), enrolTotp, { input: { current_password: PASSWORD } });
  await run(as(person), disableTotp, { input: { current_password: PASSWORD } });
  expect(await reportedTo(person)).toEqual([]);
  const secret = await turnOnTotp();
  service.setClock(new Date(Date.now() + 60_000));
  await run(as(person), renewRecoveryCodes, { input: { code: codeOf(secret) } });
  await run(as(owner), resetSecondFactor, { params: { id: person.id } });
  expect(await reportedTo(person)).toEqual([
    ['second_factor_reset', '', 'team', 'Olga'],
    ['recovery_codes_renewed', '', 'self', ''],
    ['totp_added', '', 'self', ''],
  ]);
  expect(await reportedTo(owner)).toEqual([]);
});

test('a role is reported when it changes, to those who have joined', async () => {
  const invited = await run(as(owner), invitePerson, {
    input: { email: `invited-${made}@example.com`, name: 'Ida', role: 'viewer' },
  });
  await run(as(owner), updatePerson, { params: { id: invited.person.id }, input: { role: 'editor' } });
  await run(as(owner), updatePerson, { params: { id: person.id }, input: { name: 'Emilia', role: 'editor' } });
  await run(as(owner), updatePerson, { params: { id: person.id }, input: { role: 'viewer' } });
  const params = { partner_id: partnerId, user_id: person.id };
  await run(service.admin, updateUser, { params, input: { role: 'admin' } });
  expect(await reportedTo(person)).toEqual([
    ['role_changed', 'admin', 'operator', ''],
    ['role_changed', 'viewer', 'team', 'Olga'],
  ]);
  expect(await reportedTo(invited.person)).toEqual([]);
});

test('a sign-in is reported with a browser that is new, but not with the first one', async () => {
  const enter = (deviceId?: string, of = person) =>
    perform(deps, recogniseDevice, {
      userId: of.id,
      deviceId,
      userAgent: FIREFOX,
      address: '10.1.2.3',
      language: 'de',
    });
  const first = await enter();
  expect(await enter(first)).toBe(first);
  expect(await reportedTo(person)).toEqual([]);
  const second = await enter('<not an id>');
  expect(second).not.toBe(first);
  expect([await enter(second), await enter(first)]).toEqual([second, first]);
  expect(await reportedTo(person)).toEqual([['new_device', 'Firefox, Windows, 10.1.2.0', 'self', '']]);
  expect(await enter(first, owner)).toBe(first);
  expect(await reportedTo(owner)).toEqual([]);
  const [row] = await service.dataSource.query('SELECT language FROM mail WHERE user_id = $1', [person.id]);
  expect(row).toEqual({ language: 'de' });
});

test('twenty browsers are remembered, in one record', async () => {
  const enter = (deviceId?: string) =>
    perform(deps, recogniseDevice, { userId: person.id, deviceId, address: '10.1.2.3', language: 'en' });
  const first = await enter();
  for (let n = 0; n < 20; n += 1) await enter();
  await enter(first);
  const rows = await service.dataSource.query(`SELECT 1 FROM oauth_record WHERE user_id = $1`, [person.id]);
  expect(rows).toHaveLength(1);
  const { total } = await selectNotifications(deps.db, person.id, { page: 1, per_page: 1 });
  expect(total).toBe(21);
  const mails = await service.dataSource.query('SELECT 1 FROM mail WHERE user_id = $1', [person.id]);
  expect(mails).toHaveLength(20);
});

test('nobody can switch these off', async () => {
  const input = { security: { in_page: false, by_mail: false }, mention: { by_mail: false } };
  await run(as(person), updateNotificationSettings, { input });
  await turnOnTotp();
  expect(await reportedTo(person)).toHaveLength(1);
});

test.each(['en', 'de', 'es'])('each change has its words in %s, for each author', (language) => {
  const seen = new Set<string>();
  for (const change of SECURITY_CHANGES)
    for (const by of ['self', 'team', 'operator'] as const) {
      const values = { change, detail: 'viewer', by, name: 'Olga', at: '2026-03-01T12:00:00Z', zone: 'Europe/Berlin' };
      const { subject, text } = renderMail('security', language, values, 'https://mail.example/console/security');
      seen.add(subject);
      expect(text).not.toMatch(/undefined|\{|\}/);
      expect(text).toMatch(/13:00/);
      expect(text.includes('Olga')).toBe(by === 'team' && /Olga/.test(text));
    }
  expect(seen.size).toBe(SECURITY_CHANGES.length);
});
