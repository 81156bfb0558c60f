import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { waitingFor } from '../../test/environment/blocked.ts';
import { codeOf, startTestService, type TestService } from '../../test/environment/service.ts';
import type { Call } from '../kernel/call.ts';
import { lockPartner } from '../kernel/limit-store.ts';
import type { Role } from '../kernel/permissions.ts';
import { perform } from '../kernel/step.ts';
import { listNotifications } from '../notifications/operations/reads.ts';
import type { Partner } from '../partners/types.ts';
import { createRateLimiter } from '../rate-limits/limiter.ts';
import type { Invited } from './invitation.ts';
import { createUser } from './operations/create-user.ts';
import { invitePerson, resendInvitation } from './operations/invite-person.ts';
import { inviteToPartner } from './operations/invite-to-partner.ts';
import { listPeople } from './operations/list-people.ts';
import { removePerson } from './operations/remove-person.ts';
import { sendPasswordReset } from './operations/send-password-reset.ts';
import { updatePerson } from './operations/update-person.ts';
import { updateUser } from './operations/update-user.ts';
import { joinByVerifiedEmail } from './steps/join.ts';
import { signIn } from './steps/sign-in.ts';
import { openLink, setPasswordByLink } from './steps/use-link.ts';
import { lockMember } from './store.ts';
import type { UserRow } from './table.ts';

jest.setTimeout(60_000);

const PASSWORD = 'correct horse battery';
let service: TestService;
let partner: Partner;
let owner: UserRow;
let made = 0;

beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  partner = await service.createPartner();
  owner = await member('owner');
});
afterAll(() => service.stop());

function address(): string {
  made += 1;
  return `person-${made}@example.com`;
}

function member(role: Role, of = partner, input: object = {}): Promise<UserRow> {
  const params = { partner_id: of.id };
  return service.run(service.admin, createUser, {
    params,
    input: { email: address(), name: 'Ada', role, password: PASSWORD, ...input },
  });
}

function as({ id, partner_id, role }: UserRow): Call {
  const actor = { kind: 'user', userId: id, partnerId: partner_id, role, scopedCapabilities: null } as const;
  return { ...service.admin, actor: { ...actor, console: { grantId: null } } };
}

function invite(by: UserRow, input: object = {}): Promise<Invited> {
  return service.run(as(by), invitePerson, { input: { email: address(), name: 'Bob', role: 'editor', ...input } });
}

const change = (by: UserRow, id: number, input: object) => service.run(as(by), updatePerson, { params: { id }, input });
const remove = (by: UserRow, id: number) => service.run(as(by), removePerson, { params: { id } });
const list = async (by: UserRow) => (await service.run(as(by), listPeople)).rows;
const secretOf = (url: string | null) => url?.split('#')[1] ?? '';
const open = (secret: string) => perform(service.deps, openLink, { secret });
const set = (secret: string, password = PASSWORD) => perform(service.deps, setPasswordByLink, { secret, password });
const enter = (email: string, password: string) =>
  perform(
    { ...service.deps, limiter: createRateLimiter(service.deps) },
    signIn,
    { email, password, network: '10.9.8.7', isKnownNetwork: true },
    { requestId: 'r' },
  );

async function keepSession(user: UserRow): Promise<void> {
  await service.dataSource.query(
    `INSERT INTO oauth_record (kind, key, user_id, payload, expires_at, created_at)
     VALUES ('Session', $1, $2, '', now() + interval '1 day', now())`,
    [Buffer.from(crypto.randomUUID()), user.id],
  );
}

async function sessionsOf(user: UserRow): Promise<number> {
  const [{ n }] = await service.dataSource.query('SELECT count(*)::int AS n FROM oauth_record WHERE user_id = $1', [
    user.id,
  ]);
  return n;
}

describe('an invitation', () => {
  test('lets a person in once, with a password of their own', async () => {
    const { person, invitationUrl } = await invite(owner, { email: 'Grace@Example.com', name: 'Grace' });
    expect(person).toMatchObject({ email: 'grace@example.com', role: 'editor', status: 'disabled', joined_at: null });
    expect(invitationUrl).toMatch(/^https:\/\/api\.example\/oauth\/link#[0-9A-Za-z]{43}$/);
    const secret = secretOf(invitationUrl);
    expect(await open(secret)).toEqual({
      kind: 'invitation',
      email: 'grace@example.com',
      name: 'Grace',
      partner: partner.name,
    });
    expect(await enter('grace@example.com', PASSWORD)).toBeNull();
    expect(await set(secret, 'too short')).toBe('weak');
    expect((await Promise.all([set(secret), set(secret), set(secret)])).sort()).toEqual(['done', 'unknown', 'unknown']);
    expect(await enter('grace@example.com', PASSWORD)).toEqual({
      userId: person.id,
      passwordStamp: expect.any(String),
    });
    expect(await open(secret)).toBeNull();
    expect((await list(owner)).find(({ id }) => id === person.id)).toMatchObject({
      status: 'active',
      joined_at: expect.any(Date),
      invitation_expires_at: null,
    });
  });

  test('of the service brings the first owner of a partner', async () => {
    const { id, name } = await service.createPartner();
    const input = { email: 'first@example.com', name: 'First', role: 'owner' };
    const invited = () => service.run(service.admin, inviteToPartner, { params: { partner_id: id }, input });
    const { person, invitationUrl } = await invited();
    expect(person).toMatchObject({ partner_id: id, role: 'owner', joined_at: null });
    expect(await codeOf(invited())).toBe('CONFLICT');
    const secret = secretOf(invitationUrl);
    expect(await open(secret)).toMatchObject({ kind: 'invitation', partner: name });
    expect(await set(secret)).toBe('done');
    expect(await enter('first@example.com', PASSWORD)).toEqual({
      userId: person.id,
      passwordStamp: expect.any(String),
    });
  });

  test('is kept as a hash, and in no other place', async () => {
    const { person, invitationUrl } = await invite(owner);
    const rows = await service.dataSource.query(
      `SELECT row_to_json(u)::text || row_to_json(l)::text AS kept FROM app_user u JOIN user_link l ON l.user_id = u.id
       WHERE u.id = $1 UNION ALL SELECT row_to_json(a)::text FROM audit_log a WHERE a.partner_id = $2`,
      [person.id, partner.id],
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(JSON.stringify(rows)).not.toContain(secretOf(invitationUrl));
  });

  test.each(['', 'x', 'A'.repeat(43), `${'A'.repeat(42)}\0`])('with the secret %j is none', async (secret) => {
    expect(await open(secret)).toBeNull();
    expect(await set(secret)).toBe('unknown');
  });

  test('ends after a week, and is sent again', async () => {
    const { person, invitationUrl } = await invite(owner);
    service.setClock(new Date(Date.now() + 7 * 86_400_000));
    try {
      expect(await set(secretOf(invitationUrl))).toBe('unknown');
      const again = await service.run(as(owner), resendInvitation, { params: { id: person.id } });
      expect(await open(secretOf(again.invitationUrl))).not.toBeNull();
    } finally {
      service.setClock(undefined);
    }
  });

  test('that is sent again ends the earlier link; after it was accepted there is nothing to send', async () => {
    const { person, invitationUrl } = await invite(owner);
    const again = await service.run(as(owner), resendInvitation, { params: { id: person.id } });
    expect([await open(secretOf(invitationUrl)), await set(secretOf(again.invitationUrl))]).toEqual([null, 'done']);
    expect(await codeOf(service.run(as(owner), resendInvitation, { params: { id: person.id } }))).toBe('CONFLICT');
  });

  test('that is withdrawn lets nobody in, and the address can be invited again', async () => {
    const email = address();
    const { person, invitationUrl } = await invite(owner, { email });
    await remove(owner, person.id);
    expect(await set(secretOf(invitationUrl))).toBe('unknown');
    expect((await list(owner)).map(({ id }) => id)).not.toContain(person.id);
    expect(secretOf((await invite(owner, { email })).invitationUrl)).toHaveLength(43);
  });

  test('while it is withdrawn: one of the two happens', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { person, invitationUrl } = await invite(owner);
      const [outcome] = await Promise.all([set(secretOf(invitationUrl)), remove(owner, person.id)]);
      expect(['done', 'unknown']).toContain(outcome);
      expect(await enter(person.email, PASSWORD)).toBeNull();
    }
  });

  test('does not show whether another team has the address; it counts when it is accepted', async () => {
    const other = await service.createPartner();
    const there = await member('viewer', other);
    const { invitationUrl } = await invite(owner, { email: there.email });
    expect(await set(secretOf(invitationUrl))).toBe('taken');
    expect(await open(secretOf(invitationUrl))).not.toBeNull();
    expect(await enter(there.email, PASSWORD)).toEqual({ userId: there.id, passwordStamp: expect.any(String) });
    const owners = await member('owner', other);
    await remove(owners, there.id);
    expect(await set(secretOf(invitationUrl))).toBe('done');
  });

  test('of two teams at once: one has the person', async () => {
    const email = address();
    const [here, there] = [owner, await member('owner', await service.createPartner())];
    const links = [await invite(here, { email }), await invite(there, { email })];
    const outcomes = await Promise.all(links.map(({ invitationUrl }) => set(secretOf(invitationUrl))));
    expect(outcomes.sort()).toEqual(['done', 'taken']);
  });

  test('of an address that the team has is a conflict, also at once', async () => {
    const email = address();
    const codes = await Promise.all([1, 2, 3].map(() => codeOf(invite(owner, { email }))));
    expect(codes.sort()).toEqual(['CONFLICT', 'CONFLICT', 'none']);
    expect(await codeOf(invite(owner, { email: owner.email }))).toBe('CONFLICT');
  });

  test.each(['own', 'external'] as const)(
    'that is accepted with the %s issuer notifies whoever sent it last',
    async (issuer) => {
      const admin = await member('admin');
      const { person } = await invite(owner, { name: 'Grace' });
      const again = await service.run(as(admin), resendInvitation, { params: { id: person.id } });
      if (issuer === 'own') expect(await set(secretOf(again.invitationUrl))).toBe('done');
      else expect(await perform(service.deps, joinByVerifiedEmail, { email: person.email })).toBe(true);
      const notified = async (user: UserRow) => (await service.run(as(user), listNotifications)).rows;
      expect(await notified(admin)).toMatchObject([
        {
          kind: 'invitation_accepted',
          record_type: 'user',
          record_id: String(person.id),
          title: 'Grace',
          read_at: null,
        },
      ]);
      expect(await notified(owner)).toEqual([]);
    },
  );

  test('of a suspended partner lets nobody in', async () => {
    const { invitationUrl } = await invite(owner);
    await service.dataSource.query("UPDATE partner SET status = 'suspended' WHERE id = $1", [partner.id]);
    expect(await set(secretOf(invitationUrl))).toBe('unknown');
  });

  test('with an external issuer is accepted by the verified address, the first that is open', async () => {
    const external = { ...service.deps, identity: { issuer: 'external' as const, publicUrl: 'http://localhost' } };
    const email = address();
    const { person } = await invite(owner, { email });
    await invite(await member('owner', await service.createPartner()), { email });
    expect(await perform(external, joinByVerifiedEmail, { email: 'other@example.com' })).toBe(false);
    const joined = await Promise.all([1, 2, 3].map(() => perform(external, joinByVerifiedEmail, { email })));
    expect(joined.filter(Boolean)).toHaveLength(1);
    expect((await list(owner)).find(({ id }) => id === person.id)).toMatchObject({ status: 'active' });
  });
});

describe('roles', () => {
  test('an admin neither makes, changes, removes nor resets an owner; an owner does', async () => {
    const admin = await member('admin');
    const second = await member('owner');
    const viewer = await member('viewer');
    const invited = (await invite(owner, { role: 'owner' })).person;
    const codes = await Promise.all(
      [
        invite(admin, { role: 'owner' }),
        change(admin, viewer.id, { role: 'owner' }),
        change(admin, admin.id, { role: 'owner' }),
        change(admin, second.id, { role: 'viewer' }),
        change(admin, second.id, { name: 'Eve' }),
        remove(admin, second.id),
        remove(admin, invited.id),
        service.run(as(admin), resendInvitation, { params: { id: invited.id } }),
        service.run(as(admin), sendPasswordReset, { params: { id: second.id } }),
      ].map(codeOf),
    );
    expect(codes).toEqual(codes.map(() => 'FORBIDDEN'));
    expect((await change(owner, second.id, { role: 'viewer', name: 'Eva' })).role).toBe('viewer');
    expect((await change(admin, viewer.id, { role: 'admin' })).role).toBe('admin');
    await remove(admin, viewer.id);
  });

  test.each(['editor', 'analyst', 'viewer'] as const)('%s sees the team and changes nobody', async (role) => {
    const person = await member(role);
    expect(await list(person)).toHaveLength(2);
    const codes = await Promise.all(
      [invite(person), change(person, person.id, { name: 'Eve' }), remove(person, person.id)].map(codeOf),
    );
    expect(codes).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN']);
  });

  test('people of another team are forbidden, removed ones gone', async () => {
    const stranger = await member('owner', await service.createPartner());
    expect(await codeOf(change(stranger, owner.id, { name: 'Eve' }))).toBe('FORBIDDEN');
    const viewer = await member('viewer');
    await remove(owner, viewer.id);
    expect(await codeOf(change(owner, viewer.id, { name: 'Eve' }))).toBe('NOT_FOUND');
    expect(await codeOf(remove(owner, viewer.id))).toBe('NOT_FOUND');
  });
});

describe('the last owner', () => {
  test('can neither go nor become anything else, until there is another who has joined', async () => {
    const { person, invitationUrl } = await invite(owner, { role: 'owner' });
    expect(await codeOf(remove(owner, owner.id))).toBe('CONFLICT');
    expect(await codeOf(change(owner, owner.id, { role: 'admin' }))).toBe('CONFLICT');
    expect((await change(owner, owner.id, { name: 'Augusta' })).name).toBe('Augusta');
    await set(secretOf(invitationUrl));
    await remove(owner, owner.id);
    expect((await list({ ...owner, id: person.id })).map(({ id }) => id)).toEqual([person.id]);
  });

  test('of two who remove each other at once, one stays', async () => {
    for (let round = 0; round < 3; round += 1) {
      const team = await service.createPartner();
      const [a, b] = [await member('owner', team), await member('owner', team)];
      const codes = await Promise.all([codeOf(remove(a, b.id)), codeOf(change(b, a.id, { role: 'viewer' }))]);
      expect(codes.sort()).toEqual(['CONFLICT', 'none']);
    }
  });
});

test('who is removed loses sessions and links at once, and may be invited again', async () => {
  const viewer = await member('viewer');
  await keepSession(viewer);
  const { resetUrl } = await service.run(as(owner), sendPasswordReset, { params: { id: viewer.id } });
  await remove(owner, viewer.id);
  expect(await sessionsOf(viewer)).toBe(0);
  expect(await set(secretOf(resetUrl))).toBe('unknown');
  expect(await enter(viewer.email, PASSWORD)).toBeNull();
  const { invitationUrl } = await invite(owner, { email: viewer.email });
  expect(await set(secretOf(invitationUrl), 'another horse battery')).toBe('done');
  expect(await enter(viewer.email, 'another horse battery')).not.toBeNull();
});

test('an administrator of the service lets in whom it activates', async () => {
  const { person } = await invite(owner);
  const params = { partner_id: partner.id, user_id: person.id };
  const saved = await service.run(service.admin, updateUser, {
    params,
    input: { status: 'active', password: PASSWORD },
  });
  expect(saved.joined_at).not.toBeNull();
  expect(await enter(person.email, PASSWORD)).toEqual({ userId: person.id, passwordStamp: expect.any(String) });
});

describe('a link for a new password', () => {
  const reset = async (by: UserRow, id: number) =>
    secretOf((await service.run(as(by), sendPasswordReset, { params: { id } })).resetUrl);

  test('works once, for an hour, and ends all sessions', async () => {
    const viewer = await member('viewer');
    await keepSession(viewer);
    const [first, second] = [await reset(owner, viewer.id), await reset(owner, viewer.id)];
    expect([await open(first), (await open(second))?.kind]).toEqual([null, 'password_reset']);
    const outcomes = await Promise.all([1, 2, 3].map(() => set(second, 'another horse battery')));
    expect(outcomes.sort()).toEqual(['done', 'unknown', 'unknown']);
    expect(await sessionsOf(viewer)).toBe(0);
    expect(await enter(viewer.email, PASSWORD)).toBeNull();
    expect(await enter(viewer.email, 'another horse battery')).toEqual({
      userId: viewer.id,
      passwordStamp: expect.any(String),
    });
    const late = await reset(owner, viewer.id);
    service.setClock(new Date(Date.now() + 3_600_000));
    try {
      expect(await set(late)).toBe('unknown');
    } finally {
      service.setClock(undefined);
    }
  });

  test('ends with another change of the password', async () => {
    const viewer = await member('viewer');
    const secret = await reset(owner, viewer.id);
    const params = { partner_id: partner.id, user_id: viewer.id };
    await service.run(service.admin, updateUser, { params, input: { password: 'another horse battery' } });
    expect(await set(secret)).toBe('unknown');
  });

  test('is for people who have joined, and of this service’s own issuer', async () => {
    const { person } = await invite(owner);
    expect(await codeOf(reset(owner, person.id))).toBe('CONFLICT');
  });
});

test('a person whom an item is to name is changed once that is done, and the limits are free meanwhile', async () => {
  const { id } = await member('editor');
  const changed = await waitingFor(service.dataSource, {
    held: (em) => lockMember(em, id),
    work: () => service.run(as(owner), updatePerson, { params: { id }, input: { role: 'viewer' } }),
    next: (em) => lockPartner(em, partner.id),
  });
  expect(changed.role).toBe('viewer');
});
