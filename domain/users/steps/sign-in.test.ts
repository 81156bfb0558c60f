import { hash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { codeOf, startTestService, type TestService } from '../../../test/environment/service.ts';
import { perform } from '../../kernel/step.ts';
import { updatePartner } from '../../partners/operations/update-partner.ts';
import type { Partner } from '../../partners/types.ts';
import { createRateLimiter, type RateLimiter } from '../../rate-limits/limiter.ts';
import { LOGINS, loginLimits } from '../../rate-limits/rules.ts';
import { createUser } from '../operations/create-user.ts';
import { updateUser } from '../operations/update-user.ts';
import type { UserRow } from '../table.ts';
import { findAccount, signIn } from './sign-in.ts';

jest.setTimeout(60_000);

const PASSWORD = 'correct horse battery';

let service: TestService;
let limiter: RateLimiter;
let partner: Partner;
let user: UserRow;
beforeAll(async () => {
  service = await startTestService();
  limiter = createRateLimiter(service.deps);
});
afterAll(() => service.stop());

let made = 0;
beforeEach(async () => {
  made += 1;
  partner = await service.createPartner();
  const input = { email: `user-${made}@example.com`, name: 'Ada', role: 'admin', password: PASSWORD };
  user = await service.run(service.admin, createUser, { params: { partner_id: partner.id }, input });
});

function attempt(given: { email?: string; password?: string; network?: string; isKnownNetwork?: boolean } = {}) {
  const input = { email: user.email, password: PASSWORD, network: `10.0.0.${made}`, isKnownNetwork: false, ...given };
  return perform({ ...service.deps, limiter }, signIn, input, { requestId: 'request-1' });
}

const account = () => perform(service.deps, findAccount, { userId: user.id });

test('the right address and password name the user, and the audit log says who came', async () => {
  expect(await attempt({ email: ` ${user.email.toUpperCase()} ` })).toEqual({
    userId: user.id,
    passwordStamp: expect.any(String),
  });
  const rows = await service.dataSource.query(
    `SELECT partner_id, actor_kind, actor_id, resource_type, resource_id, request_id FROM audit_log
     WHERE action = 'users.sign_in' AND partner_id = $1`,
    [partner.id],
  );
  expect(rows).toEqual([
    {
      partner_id: partner.id,
      actor_kind: 'user',
      actor_id: user.id,
      resource_type: 'user',
      resource_id: String(user.id),
      request_id: 'request-1',
    },
  ]);
});

test.each([
  ['another password', { password: 'wrong horse battery' }],
  ['no password', { password: '' }],
  ['an address that nobody has', { email: 'nobody@example.com' }],
  ['no address', { email: 'x' }],
])('%s names nobody, and leaves nothing in the audit log', async (_what, given) => {
  expect(await attempt(given)).toBeNull();
  const [row] = await service.dataSource.query(
    `SELECT count(*)::integer AS n FROM audit_log WHERE action = 'users.sign_in' AND partner_id = $1`,
    [partner.id],
  );
  expect(row.n).toBe(0);
});

test('a user without a password, or disabled, does not come in', async () => {
  const params = { partner_id: partner.id, user_id: user.id };
  expect(await account()).toEqual({ email: user.email });
  await service.run(service.admin, updateUser, { params, input: { password: null } });
  expect([await attempt(), await attempt({ password: '' })]).toEqual([null, null]);
  await service.run(service.admin, updateUser, { params, input: { password: PASSWORD, status: 'disabled' } });
  expect([await attempt(), await account()]).toEqual([null, null]);
});

test('nobody of a suspended partner comes in', async () => {
  const params = { partner_id: partner.id };
  await service.run(service.admin, updatePartner, { params, input: { status: 'suspended' } });
  expect([await attempt(), await account()]).toEqual([null, null]);
});

test('failed attempts count, those at once too; successful ones do not', async () => {
  const { perMinute } = LOGINS.account;
  for (let index = 0; index < 2; index += 1) expect(await attempt()).not.toBeNull();
  const wrong = Array.from({ length: perMinute + 2 }, () => codeOf(attempt({ password: 'wrong horse battery' })));
  const codes = await Promise.all(wrong);
  expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(2);
  expect(await codeOf(attempt({ network: '10.9.9.9' }))).toBe('RATE_LIMITED');
  // Attempts by others do not count against a network that somebody has signed in from.
  expect(await attempt({ network: '10.9.9.8', isKnownNetwork: true })).not.toBeNull();
});

test('no lock of the account keeps the right password from a network that it was used from, and guesses are bounded', async () => {
  const network = `10.8.0.${made}`;
  const known = (given: object = {}) => attempt({ network, isKnownNetwork: true, ...given });
  const wrong = { password: 'wrong horse battery' };
  await Promise.all(Array.from({ length: LOGINS.account.perMinute + 5 }, () => known(wrong)));
  expect(await known()).toEqual({ userId: user.id, passwordStamp: expect.any(String) });
  // As many more attempts, without the cost of hashing each password.
  const limits = loginLimits({
    account: hash('sha256', user.email, 'hex'),
    network,
    isKnownNetwork: true,
    now: service.deps.clock.now().getTime(),
  });
  for (let count = 0; count < LOGINS.known.perMinute; count += 1) await limiter.take(limits);
  expect(await codeOf(known())).toBe('RATE_LIMITED');
});
