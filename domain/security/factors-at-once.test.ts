import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { generateSync } from 'otplib';
import { TestAuthenticator } from '../../test/environment/authenticator.ts';
import { beforeTheyCommit } from '../../test/environment/blocked.ts';
import { codeOf, startTestService, type TestService } from '../../test/environment/service.ts';
import type { Call } from '../kernel/call.ts';
import { createUser } from '../users/operations/create-user.ts';
import type { UserRow } from '../users/table.ts';
import { factorsOf, makeRecoveryCodes } from './factors.ts';
import { addPasskey, passkeyOptions, removePasskey } from './operations/passkeys.ts';
import { confirmTotp, disableTotp, enrolTotp } from './operations/totp.ts';

jest.setTimeout(60_000);

const PASSWORD = 'correct horse battery';
let service: TestService;
let partnerId: number;
let person: UserRow;
let call: Call;

beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  partnerId = (await service.createPartner()).id;
  const input = { email: `${randomUUID()}@example.com`, name: 'Olga', role: 'owner', password: PASSWORD };
  person = await service.run(service.admin, createUser, { params: { partner_id: partnerId }, input });
  const actor = { kind: 'user', userId: person.id, partnerId, role: 'owner', scopedCapabilities: null } as const;
  call = { ...service.admin, actor: { ...actor, console: { grantId: null } } };
});
afterAll(() => service.stop());

/** Turns an app for one-time codes on; returns the recovery codes. */
async function turnOnTotp(): Promise<string[]> {
  const { secret } = await service.run(call, enrolTotp, { input: { current_password: PASSWORD } });
  const { recoveryCodes } = await service.run(call, confirmTotp, { input: { code: generateSync({ secret }) } });
  return recoveryCodes ?? [];
}

/** Adds passkeys that no authenticator has; returns the id of the last one. */
async function insertPasskeys(count: number): Promise<number> {
  const rows: { id: string }[] = await service.dataSource.query(
    `INSERT INTO passkey (user_id, name, credential_id, public_key, counter, transports, created_at)
     SELECT $1, 'Laptop', uuid_send(gen_random_uuid()), '', 0, '{}', now() FROM generate_series(1, $2::int) RETURNING id`,
    [person.id, count],
  );
  return Number(rows.at(-1)?.id);
}

const factors = () => factorsOf(service.deps.db, person.id);
const remove = (id: number, code: string) => service.run(call, removePasskey, { params: { id }, input: { code } });
const outcomes = (work: readonly Promise<unknown>[]) => Promise.all(work.map(codeOf));

test('recovery codes that are renewed twice are ten', async () => {
  await turnOnTotp();
  const renew = () =>
    service.deps.transaction(call, async (tx) => {
      tx.audit({ type: 'user', id: person.id });
      return makeRecoveryCodes(tx, person.id);
    });
  await Promise.all(await beforeTheyCommit(service.dataSource, [renew, renew]));
  expect((await factors()).recoveryCodesLeft).toBe(10);
});

test('recovery codes end with the last two factors', async () => {
  const [one = '', two = ''] = await turnOnTotp();
  const passkey = await insertPasskeys(1);
  const ended = await beforeTheyCommit<unknown>(service.dataSource, [
    () => service.run(call, disableTotp, { input: { code: one } }),
    () => remove(passkey, two),
  ]);
  await Promise.all(ended);
  expect(await factors()).toEqual({ totpSince: null, passkeys: [], recoveryCodesLeft: 0 });
});

test('a passkey is removed once', async () => {
  const [one = '', two = ''] = await turnOnTotp();
  const passkey = await insertPasskeys(1);
  const removed = await beforeTheyCommit(service.dataSource, [() => remove(passkey, one), () => remove(passkey, two)]);
  expect((await outcomes(removed)).toSorted()).toEqual(['NOT_FOUND', 'none']);
});

test('of two further passkeys only one takes the last place', async () => {
  const codes = await turnOnTotp();
  await insertPasskeys(19);
  const made = [];
  for (const code of codes.slice(0, 2)) {
    const { options } = await service.run(call, passkeyOptions, { input: { code } });
    made.push({ name: 'Phone', response: new TestAuthenticator(service.deps.identity.publicUrl).create(options) });
  }
  const added = await beforeTheyCommit(
    service.dataSource,
    made.map((input) => () => service.run(call, addPasskey, { input })),
  );
  expect((await outcomes(added)).toSorted()).toEqual(['CONFLICT', 'none']);
  expect((await factors()).passkeys.length).toBe(20);
});
