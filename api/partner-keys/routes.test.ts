import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { updatePartner } from '../../domain/partners/operations/update-partner.ts';
import type { Partner } from '../../domain/partners/types.ts';
import { answerOf, codeOf, startTestService, type TestService, validationOf } from '../../test/environment/service.ts';
import { partnerKeysArea } from './area.ts';

jest.setTimeout(60_000);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterEach(() => service.setClock(undefined));
afterAll(() => service.stop());

const COLLECTION = '/3pi-partners/{partner_id}/keys';
const MEMBER = `${COLLECTION}/{key_id}`;
const DAY_MS = 86_400_000;

interface KeyAnswer {
  data: { id: number; prefix: string; is_active: boolean } & Record<string, unknown>;
  plaintext: string;
  warning: string;
  revoked_key_id: number;
}

async function ask(name: string, partnerId: unknown, input: unknown = {}, keyId: unknown = ''): Promise<KeyAnswer> {
  const params = { partner_id: partnerId, key_id: keyId };
  const { body } = await answerOf(service, partnerKeysArea.routes, name, { params, input });
  return body as KeyAnswer;
}

const create = (partner: Partner, input: unknown) => ask(`POST ${COLLECTION}`, partner.id, input);
const rotate = (partner: Partner, keyId: unknown) => ask(`POST ${MEMBER}/rotate`, partner.id, {}, keyId);
const revoke = (partner: Partner, keyId: unknown, input: unknown = {}) =>
  ask(`POST ${MEMBER}/revoke`, partner.id, input, keyId);

async function list(partner: Partner): Promise<Record<string, unknown>[]> {
  const params = { partner_id: partner.id };
  const { body } = await answerOf(service, partnerKeysArea.routes, `GET ${COLLECTION}`, { params });
  return (body as { data: Record<string, unknown>[] }).data;
}

async function rowOf(keyId: number): Promise<Record<string, unknown>> {
  const [row] = await service.dataSource.query('SELECT * FROM partner_key WHERE id = $1', [keyId]);
  return row;
}

describe('making a key', () => {
  test('shows its text once, and keeps only the hash', async () => {
    const partner = await service.createPartner();
    const { data, plaintext, warning } = await create(partner, { name: ' Server ' });
    expect(plaintext).toMatch(/^vp3_[0-9A-Za-z]{48}$/);
    expect(warning).not.toBe('');
    expect(data).toEqual({
      id: expect.any(Number),
      name: 'Server',
      prefix: plaintext.slice(0, 12),
      scoped_capabilities: null,
      allowed_ip_addresses: null,
      rate_limit_per_minute: 60,
      daily_credit_limit: null,
      sandbox: false,
      is_active: true,
      is_valid: true,
      expires_at: null,
      created_at: expect.any(String),
    });
    const row = await rowOf(data.id);
    expect(row['key_hash']).toEqual(createHash('sha256').update(plaintext).digest());
    expect(JSON.stringify(row)).not.toContain(plaintext);
  });

  test('takes every setting', async () => {
    const partner = await service.createPartner();
    const settings = {
      name: 'Full',
      scoped_capabilities: ['faq', 'blog_post'],
      allowed_ip_addresses: ['10.0.0.0/8', '::1'],
      rate_limit_per_minute: 10_000,
      daily_credit_limit: 0,
      expires_at: new Date(Date.now() + DAY_MS).toISOString(),
      sandbox: true,
    };
    expect((await create(partner, settings)).data).toMatchObject(settings);
    const nothingAllowed = { name: 'None', scoped_capabilities: [], rate_limit_per_minute: 1 };
    expect((await create(partner, nothingAllowed)).data).toMatchObject(nothingAllowed);
  });

  test('takes an expiry with any offset', async () => {
    const partner = await service.createPartner();
    const { data } = await create(partner, { name: 'Key', expires_at: '2099-01-01T00:00:00+02:00' });
    expect(data['expires_at']).toBe('2098-12-31T22:00:00.000Z');
  });

  test('reports all problems at once, by field', async () => {
    const partner = await service.createPartner();
    const details = await validationOf(
      create(partner, {
        name: '',
        scoped_capabilities: ['faq', 'nope', 'nada'],
        allowed_ip_addresses: ['1.2.3.4', 'localhost'],
        rate_limit_per_minute: 10_001,
        daily_credit_limit: -1,
        expires_at: '2020-01-01T00:00:00Z',
        sandbox: 'yes',
      }),
    );
    expect(details).toEqual({
      name: ['Must not be empty.'],
      scoped_capabilities: ['Unknown capability "nope".', 'Unknown capability "nada".'],
      allowed_ip_addresses: ['"localhost" is neither an IP address nor a range in CIDR notation.'],
      rate_limit_per_minute: [expect.any(String)],
      daily_credit_limit: [expect.any(String)],
      expires_at: ['Must be in the future.'],
      sandbox: [expect.any(String)],
    });
  });

  test.each([
    ['name', undefined],
    ['name', 7],
    ['name', 'x'.repeat(256)],
    ['name', 'a\0b'],
    ['rate_limit_per_minute', 0],
    ['rate_limit_per_minute', 1.5],
    ['rate_limit_per_minute', '60'],
    ['daily_credit_limit', 0.5],
    ['expires_at', 'tomorrow'],
    ['expires_at', '2099-01-01'],
    ['expires_at', '2099-02-30T00:00:00Z'],
    ['scoped_capabilities', 'faq'],
    ['allowed_ip_addresses', '1.2.3.4'],
    ['allowed_ip_addresses', Array.from({ length: 101 }, (_, index) => `10.0.0.${index}`)],
  ])('%s: %p is refused', async (field, value) => {
    const partner = await service.createPartner();
    expect(Object.keys(await validationOf(create(partner, { name: 'Key', [field]: value })))).toEqual([field]);
  });

  test('cannot go beyond what the partner may use', async () => {
    const partner = await service.createPartner();
    const params = { partner_id: partner.id };
    await service.run(service.admin, updatePartner, { params, input: { capabilities: ['faq'] } });
    const details = await validationOf(create(partner, { name: 'Key', scoped_capabilities: ['faq', 'blog_post'] }));
    expect(details).toEqual({ scoped_capabilities: ['The partner may not use the capability "blog_post".'] });
    expect((await create(partner, { name: 'Key', scoped_capabilities: ['faq'] })).data.is_active).toBe(true);
  });

  test('for an unknown partner is not found, whatever is wrong with the body', async () => {
    for (const id of [999_999_999, 'x']) {
      expect(await codeOf(ask(`POST ${COLLECTION}`, id, {}))).toBe('NOT_FOUND');
    }
  });

  test('is found again for a repeat after a crash, without its text', async () => {
    const partner = await service.createPartner();
    const { data } = await create(partner, { name: 'Key' });
    const { status, body } = await answerOf(service, partnerKeysArea.routes, `POST ${COLLECTION}`, { madeId: data.id });
    expect({ status, body }).toMatchObject({ status: 201, body: { data, plaintext: null } });
  });
});

describe('rotating a key', () => {
  test('makes one with the same settings and revokes the old one at once', async () => {
    const partner = await service.createPartner();
    const settings = {
      name: 'Server',
      scoped_capabilities: ['faq'],
      allowed_ip_addresses: ['10.0.0.0/8'],
      rate_limit_per_minute: 77,
      daily_credit_limit: 9,
      expires_at: new Date(Date.now() + DAY_MS).toISOString(),
      sandbox: true,
    };
    const old = await create(partner, settings);
    const made = await rotate(partner, old.data.id);
    expect(made).toMatchObject({ data: { ...settings, is_active: true, is_valid: true }, revoked_key_id: old.data.id });
    expect(made.plaintext).toMatch(/^vp3_[0-9A-Za-z]{48}$/);
    expect(made.plaintext).not.toBe(old.plaintext);
    expect(made.data.id).not.toBe(old.data.id);
    expect(await rowOf(old.data.id)).toMatchObject({
      is_active: false,
      revoked_reason: 'Key rotation',
      revoked_at: expect.any(Date),
      version: 2,
    });
  });

  test('at once from many sides succeeds once', async () => {
    const partner = await service.createPartner();
    const { data } = await create(partner, { name: 'Key' });
    const codes = await Promise.all(Array.from({ length: 10 }, () => codeOf(rotate(partner, data.id))));
    expect(codes.filter((code) => code === 'none')).toHaveLength(1);
    expect(codes.filter((code) => code === 'CONFLICT')).toHaveLength(9);
    expect((await list(partner)).filter((key) => key['is_active'])).toHaveLength(1);
  });

  test('keeps the lineage over several rotations', async () => {
    const partner = await service.createPartner();
    const first = await create(partner, { name: 'Key' });
    const second = await rotate(partner, first.data.id);
    const third = await rotate(partner, second.data.id);
    expect((await rowOf(third.data.id))['lineage_id']).toBe(first.data.id);
    const again = await answerOf(service, partnerKeysArea.routes, `POST ${MEMBER}/rotate`, { madeId: third.data.id });
    expect(again.body).toMatchObject({ data: third.data, plaintext: null, revoked_key_id: second.data.id });
  });

  test('is a conflict for a revoked or an expired key', async () => {
    const partner = await service.createPartner();
    const revoked = await create(partner, { name: 'Key' });
    await revoke(partner, revoked.data.id);
    expect(await codeOf(rotate(partner, revoked.data.id))).toBe('CONFLICT');
    const expired = await create(partner, { name: 'Key', expires_at: new Date(Date.now() + DAY_MS).toISOString() });
    service.setClock(new Date(Date.now() + 2 * DAY_MS));
    expect(await codeOf(rotate(partner, expired.data.id))).toBe('CONFLICT');
  });
});

describe('revoking a key', () => {
  test('records when and why, and a repeat changes nothing', async () => {
    const partner = await service.createPartner();
    const { data } = await create(partner, { name: 'Key' });
    const first = await revoke(partner, data.id, { reason: ' Leaked ' });
    expect(first.data).toMatchObject({
      is_active: false,
      is_valid: false,
      revoked_at: expect.any(String),
      revoked_reason: 'Leaked',
    });
    expect(await revoke(partner, data.id, { reason: 'Other' })).toEqual(first);
    expect((await rowOf(data.id))['version']).toBe(2);
    const lines = await service.dataSource.query(
      "SELECT 1 FROM audit_log WHERE action = 'partner_keys.revoke' AND resource_id = $1",
      [String(data.id)],
    );
    expect(lines).toHaveLength(1);
  });

  test.each([[{}], [{ reason: null }], [{ reason: ' ' }]])('%p gives the default reason', async (input) => {
    const partner = await service.createPartner();
    const { data } = await create(partner, { name: 'Key' });
    expect((await revoke(partner, data.id, input)).data['revoked_reason']).toBe('Revoked by administrator');
  });

  test.each([[7], ['x'.repeat(256)]])('a reason of %p is refused', async (reason) => {
    const partner = await service.createPartner();
    const { data } = await create(partner, { name: 'Key' });
    expect(Object.keys(await validationOf(revoke(partner, data.id, { reason })))).toEqual(['reason']);
  });
});

test('the list is newest first, with what belongs to active and to revoked keys', async () => {
  const partner = await service.createPartner();
  expect(await list(partner)).toEqual([]);
  const old = await create(partner, { name: 'Old' });
  const expiring = await create(partner, { name: 'Short', expires_at: new Date(Date.now() + DAY_MS).toISOString() });
  const fresh = await rotate(partner, old.data.id);
  service.setClock(new Date(Date.now() + 2 * DAY_MS));
  const keys = await list(partner);
  expect(keys.map((key) => key['id'])).toEqual([fresh.data.id, expiring.data.id, old.data.id]);
  expect(keys).toMatchObject([
    { is_active: true, is_valid: true, total_requests: 0, last_used_at: null },
    { is_active: true, is_valid: false },
    { is_active: false, is_valid: false, revoked_reason: 'Key rotation', revoked_at: expect.any(String) },
  ]);
  expect(keys[0]).not.toHaveProperty('revoked_at');
  expect(keys[2]).not.toHaveProperty('last_used_at');
  expect(JSON.stringify(keys)).not.toMatch(/hash|vp3_\w{9}/);
});

test('a key of another partner is not found', async () => {
  const [owner, other] = [await service.createPartner(), await service.createPartner()];
  const { data } = await create(owner, { name: 'Key' });
  for (const work of [() => rotate(other, data.id), () => revoke(other, data.id), () => rotate(owner, 'x')]) {
    expect(await codeOf(work())).toBe('NOT_FOUND');
  }
  expect(await rowOf(data.id)).toMatchObject({ is_active: true });
});

test('keys are for administrators', async () => {
  const { call } = await service.createCaller();
  for (const { method, path } of partnerKeysArea.routes) {
    const answer = answerOf(service, partnerKeysArea.routes, `${method} ${path}`, {}, call);
    await expect(answer).rejects.toMatchObject({ code: 'FORBIDDEN' });
  }
});
