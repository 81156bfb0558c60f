import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { codeOf, startTestService, type TestService } from '../../../test/environment/service.ts';
import { findPrincipal } from '../../credentials/principal.ts';
import { perform } from '../../kernel/step.ts';
import { updatePartner } from '../../partners/operations/update-partner.ts';
import type { Partner } from '../../partners/types.ts';
import { hashOfClientSecret } from '../client-secret.ts';
import { createOauthClient } from '../operations/create-client.ts';
import { deleteOauthClient } from '../operations/delete-client.ts';
import { findClient, registerClient, unregisterClient } from './clients.ts';
import { consumeRecord, deleteGrantRecords, deleteRecord, findRecord, revokeToken, saveRecord } from './records.ts';

jest.setTimeout(60_000);

const TOMORROW = new Date(Date.now() + 86_400_000);

let service: TestService;
let partner: Partner;
beforeAll(async () => {
  service = await startTestService();
  partner = await service.createPartner();
});
afterAll(() => service.stop());

async function save(kind: string, more: { grantId?: string; uid?: string; clientId?: string; expiresAt?: Date } = {}) {
  const id = crypto.randomUUID();
  const { grantId = null, uid = null, clientId = null, expiresAt = TOMORROW } = more;
  const payload = { of: id };
  await perform(service.deps, saveRecord, {
    ...{ kind, id, grantId, uid, clientId, payload },
    userId: null,
    expiresAt: expiresAt.toISOString(),
  });
  return { kind, id };
}

const find = (by: { kind: string; id: string }) => perform(service.deps, findRecord, by);

function createClient(of = partner) {
  const input = { name: 'Program', role: 'viewer', redirect_uris: ['https://program.example/cb'] };
  return service.run(service.admin, createOauthClient, { params: { partner_id: of.id }, input });
}

describe('records of the authorization server', () => {
  test('are found by their id and their other id, and not under another kind', async () => {
    const uid = crypto.randomUUID();
    const record = await save('Session', { uid });
    const expected = { payload: { of: record.id }, consumedAt: null };
    expect(await find(record)).toEqual(expected);
    expect(await perform(service.deps, findRecord, { kind: 'Session', uid })).toEqual(expected);
    expect(await find({ ...record, kind: 'Grant' })).toBeNull();
  });

  test('are kept sealed, their ids as digests', async () => {
    const { id } = await save('RefreshToken');
    const rows = await service.dataSource.query('SELECT * FROM oauth_record');
    expect(JSON.stringify(rows.map((row: object) => Object.values(row).map(String)))).not.toContain(id);
  });

  test('that were sealed under another key are as good as gone', async () => {
    const record = await save('Session');
    const open = () => {
      throw new Error('Sealed under another key.');
    };
    const deps = { ...service.deps, secrets: { ...service.deps.secrets, open } };
    expect(await perform(deps, findRecord, record)).toBeNull();
  });

  test('are used once, however many come with one at once', async () => {
    const record = await save('AuthorizationCode');
    const uses = await Promise.all([1, 2, 3, 4].map(() => perform(service.deps, consumeRecord, record)));
    expect(uses.filter(Boolean)).toHaveLength(1);
    expect((await find(record))?.consumedAt).toBeGreaterThan(Date.now() / 1000 - 60);
  });

  test('go with their grant, all of them or those of a kind', async () => {
    const grant = await save('Grant');
    const grantId = grant.id;
    const [code, token, stranger] = [
      await save('AuthorizationCode', { grantId }),
      await save('RefreshToken', { grantId }),
      await save('RefreshToken', { grantId: 'another' }),
    ];
    await perform(service.deps, deleteGrantRecords, { kind: 'AuthorizationCode', grantId });
    expect([await find(code), await find(token)]).toEqual([null, expect.anything()]);
    await perform(service.deps, deleteRecord, grant);
    expect([await find(grant), await find(token), await find(stranger)]).toEqual([null, null, expect.anything()]);
  });

  test('that have expired go, two with each that comes', async () => {
    const expiresAt = new Date(Date.now() - 1_000);
    const old = [await save('Interaction', { expiresAt }), await save('Interaction', { expiresAt })];
    await save('Interaction');
    expect(await Promise.all(old.map(find))).toEqual([null, null]);
  });
});

describe('clients', () => {
  test('that register themselves belong to nobody, and of their secret a hash is kept', async () => {
    const clientId = crypto.randomUUID();
    const metadata = { grant_types: ['authorization_code'], redirect_uris: ['https://a.example/'], policy_uri: 'x' };
    await perform(service.deps, registerClient, { clientId, name: 'Program', metadata, secret: 'secret' });
    expect(await perform(service.deps, findClient, { clientId })).toEqual({
      name: 'Program',
      hasRegisteredItself: true,
      document: null,
      scopes: null,
      metadata: { ...metadata, client_secret: hashOfClientSecret('secret') },
    });
    await perform(service.deps, unregisterClient, { clientId });
    await perform(service.deps, unregisterClient, { clientId });
    expect(await perform(service.deps, findClient, { clientId })).toBeNull();
  });

  test('of a suspended partner are not found, until it is active again', async () => {
    const suspended = await service.createPartner();
    const { client } = await createClient(suspended);
    const clientId = client.client_id;
    const params = { partner_id: suspended.id };
    expect(await perform(service.deps, findClient, { clientId })).toMatchObject({ hasRegisteredItself: false });
    await service.run(service.admin, updatePartner, { params, input: { status: 'suspended' } });
    expect(await perform(service.deps, findClient, { clientId })).toBeNull();
    const claim = { kind: 'oauth_client', clientId, tokenId: 'token' } as const;
    expect(await codeOf(findPrincipal(service.deps, claim, TOMORROW))).toBe('FORBIDDEN');
    await service.run(service.admin, updatePartner, { params, input: { status: 'active' } });
    expect(await perform(service.deps, findClient, { clientId })).not.toBeNull();
  });

  test('are removed with what was issued to them, and not by the id of another partner', async () => {
    const { client } = await createClient();
    const { client_id } = client;
    const token = await save('RefreshToken', { clientId: client_id });
    const stranger = await service.createPartner();
    const remove = (of: Partner) =>
      codeOf(service.run(service.admin, deleteOauthClient, { params: { partner_id: of.id, client_id } }));
    expect(await remove(stranger)).toBe('NOT_FOUND');
    expect(await find(token)).not.toBeNull();
    expect([await remove(partner), await remove(partner)]).toEqual(['none', 'NOT_FOUND']);
    expect(await find(token)).toBeNull();
  });
});

test('a token of a client is refused once it was revoked, and its other tokens are not', async () => {
  const { client } = await createClient();
  const clientId = client.client_id;
  const claimOf = (tokenId: string) => ({ kind: 'oauth_client', clientId, tokenId }) as const;
  const principal = claimOf('first');
  const before = await findPrincipal(service.deps, principal, TOMORROW);
  expect(before?.actor).toMatchObject({ kind: 'client', clientId: client.id, partnerId: partner.id, role: 'viewer' });
  await perform(service.deps, revokeToken, { principal, clientId, expiresAt: TOMORROW.toISOString() });
  expect(await findPrincipal(service.deps, principal, TOMORROW)).toBeUndefined();
  const other = await findPrincipal(service.deps, claimOf('second'), TOMORROW);
  expect(other?.limits.versions?.version).toBe((before?.limits.versions?.version ?? 0) + 1);
});

test('with a token of a user goes the whole consent', async () => {
  const grant = await save('Grant');
  const refresh = await save('RefreshToken', { grantId: grant.id });
  const principal = { kind: 'user_grant', grantId: grant.id, userId: 1 } as const;
  await perform(service.deps, revokeToken, { principal, clientId: 'any', expiresAt: TOMORROW.toISOString() });
  expect([await find(grant), await find(refresh)]).toEqual([null, null]);
});
