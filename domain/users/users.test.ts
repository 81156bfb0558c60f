import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { codeOf, startTestService, type TestService } from '../../test/environment/service.ts';
import type { Partner } from '../partners/types.ts';
import { createUser } from './operations/create-user.ts';
import { listUsers } from './operations/list-users.ts';
import { updateUser } from './operations/update-user.ts';
import { isPassword } from './password.ts';
import type { UserRow } from './table.ts';

jest.setTimeout(60_000);

let service: TestService;
let partner: Partner;
beforeAll(async () => {
  service = await startTestService();
  partner = await service.createPartner();
});
afterAll(() => service.stop());

let made = 0;

function create(input: object = {}, of = partner): Promise<UserRow> {
  made += 1;
  const body = { email: `user-${made}@example.com`, name: 'Ada', role: 'viewer', ...input };
  return service.run(service.admin, createUser, { params: { partner_id: of.id }, input: body });
}

function update(user: UserRow, input: object, of = partner): Promise<UserRow> {
  const params = { partner_id: of.id, user_id: user.id };
  return service.run(service.admin, updateUser, { params, input });
}

function auditsOf(user: UserRow): Promise<{ action: string; partner_id: number; details: unknown }[]> {
  return service.dataSource.query(
    `SELECT action, partner_id, details FROM audit_log WHERE resource_type = 'user' AND resource_id = $1 ORDER BY id`,
    [String(user.id)],
  );
}

/** A session of the user. */
async function keepRecord(user: UserRow): Promise<void> {
  await service.dataSource.query(
    `INSERT INTO oauth_record (kind, key, user_id, payload, expires_at, created_at)
     VALUES ('Session', $1, $2, '', now() + interval '1 day', now())`,
    [Buffer.from(crypto.randomUUID()), user.id],
  );
}

async function recordsOf(user: UserRow): Promise<number> {
  const [row] = await service.dataSource.query('SELECT count(*)::integer AS n FROM oauth_record WHERE user_id = $1', [
    user.id,
  ]);
  return row.n;
}

describe('making a user', () => {
  test('keeps the address in lower case, and of the password a hash', async () => {
    const user = await create({ email: ' Ada@Example.COM ', password: 'correct horse battery' });
    expect(user).toMatchObject({ email: 'ada@example.com', partner_id: partner.id, status: 'active', version: 1 });
    expect(user.password_hash).not.toContain('correct horse');
    expect(await isPassword('correct horse battery', user.password_hash, service.deps.passwordLogN)).toBe(true);
    expect(await auditsOf(user)).toEqual([
      { action: 'users.create', partner_id: partner.id, details: { role: 'viewer' } },
    ]);
  });

  test.each(['m\u212ae@example.com', 'ada@example.\u0130t', 'ada@example.com\0', 'stra\u00dfe@example.com'])(
    'has no address whose small letters would be those of another, or that mail cannot have: %j',
    async (email) => {
      await expect(create({ email })).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { email: ['Must be an e-mail address.'] },
      });
    },
  );

  test('with one address at once succeeds once, whosever partner', async () => {
    const other = await service.createPartner();
    const email = 'race@example.com';
    const codes = await Promise.all([partner, other, partner, other].map((of) => codeOf(create({ email }, of))));
    expect(codes.sort()).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT', 'none']);
  });

  test('with one external subject at once succeeds once', async () => {
    const codes = await Promise.all([1, 2, 3].map(() => codeOf(create({ external_subject: 'race' }))));
    expect(codes.sort()).toEqual(['CONFLICT', 'CONFLICT', 'none']);
  });

  test('is listed with the partner, and with no other', async () => {
    const other = await service.createPartner();
    const user = await create({}, other);
    const list = (of: Partner) => service.run(service.admin, listUsers, { params: { partner_id: of.id } });
    expect((await list(other)).rows.map(({ id }) => id)).toEqual([user.id]);
    expect((await list(partner)).rows.map(({ id }) => id)).not.toContain(user.id);
  });
});

describe('changing a user', () => {
  test('of another partner than the one in the path is not found', async () => {
    const user = await create();
    expect(await codeOf(update(user, { name: 'Eve' }, await service.createPartner()))).toBe('NOT_FOUND');
    expect(await auditsOf(user)).toHaveLength(1);
  });

  test('by nothing leaves no trace', async () => {
    const user = await create();
    expect(await update(user, {})).toEqual(user);
    expect(await auditsOf(user)).toHaveLength(1);
  });

  test('raises the version and says in the audit log what was changed, but no password', async () => {
    const user = await create();
    const changed = await update(user, { name: 'Grace', password: 'a much better one' });
    expect(changed).toMatchObject({ name: 'Grace', version: user.version + 1 });
    expect((await auditsOf(user)).at(-1)).toEqual({
      action: 'users.update',
      partner_id: partner.id,
      details: { name: 'Grace', password: 'changed' },
    });
  });

  test.each([
    ['a new password', { password: 'a much better one' }, 0],
    ['taking the password away', { password: null }, 0],
    ['disabling', { status: 'disabled' }, 0],
    ['another name', { name: 'Grace' }, 1],
    ['another role', { role: 'admin' }, 1],
  ])('by %s leaves as many sessions as it should', async (_what, input, left) => {
    const [user, other] = [await create(), await create()];
    for (const each of [user, other]) await keepRecord(each);
    await update(user, input);
    expect([await recordsOf(user), await recordsOf(other)]).toEqual([left, 1]);
  });

  test('to one external subject at once succeeds for one', async () => {
    const users = [await create(), await create(), await create()];
    const codes = await Promise.all(users.map((user) => codeOf(update(user, { external_subject: 'wanted' }))));
    expect(codes.sort()).toEqual(['CONFLICT', 'CONFLICT', 'none']);
  });

  test('to its own external subject again is no conflict', async () => {
    const user = await create({ external_subject: 'mine' });
    expect(await update(user, { external_subject: 'mine' })).toMatchObject({ external_subject: 'mine' });
  });

  test('to another role notifies those who subscribe to the partner', async () => {
    const subscribed = await service.createPartner();
    await service.dataSource.query("INSERT INTO mcp_feed VALUES ($1, 0, now() + interval '1 hour')", [subscribed.id]);
    const user = await create({}, subscribed);
    await update(user, { name: 'Grace' }, subscribed);
    await update(user, { role: 'admin' }, subscribed);
    const recorded = await service.dataSource.query(
      'SELECT kind FROM mcp_change WHERE partner_id = $1 ORDER BY sequence',
      [subscribed.id],
    );
    expect(recorded).toEqual([{ kind: 'tools' }, { kind: 'resources' }, { kind: 'prompts' }]);
  });
});
