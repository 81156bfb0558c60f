import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createAdminKey } from '../../domain/admin-keys/steps/create-admin-key.ts';
import { perform } from '../../domain/kernel/step.ts';
import { startTestEdge, type TestEdge } from '../../test/environment/edge.ts';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import { creditsArea } from '../credits/area.ts';
import { partnersArea } from '../partners/area.ts';
import { partnerKeysArea } from './area.ts';

jest.setTimeout(60_000);

let service: TestService;
let edge: TestEdge;
let adminKey: string;
beforeAll(async () => {
  service = await startTestService();
  edge = await startTestEdge(service, [...partnersArea.routes, ...partnerKeysArea.routes, ...creditsArea.routes]);
  adminKey = (await perform(service.deps, createAdminKey, { name: 'test' })).plaintext;
});
afterAll(async () => {
  await edge.close();
  await service.stop();
});

function post(path: string, body?: unknown, headers: Record<string, string> = {}) {
  return edge.request(`/api/v1/3pi-partners${path}`, { method: 'POST', key: adminKey, body, headers });
}

async function createPartner(): Promise<number> {
  const { status, body } = await post('', { name: 'Acme' });
  expect(status).toBe(201);
  return body.data.id;
}

async function statusWith(key: string): Promise<number> {
  return (await edge.request('/api/v1/app/usage-data', { key })).status;
}

describe('through the whole edge', () => {
  test('a key works until it is rotated, and its successor until it is revoked', async () => {
    const partner = await createPartner();
    const first = await post(`/${partner}/keys`, { name: 'Server' });
    expect(first.status).toBe(201);
    expect(await statusWith(first.body.plaintext)).toBe(200);
    const second = await post(`/${partner}/keys/${first.body.data.id}/rotate`);
    expect(second.status).toBe(201);
    expect(await statusWith(first.body.plaintext)).toBe(401);
    expect(await statusWith(second.body.plaintext)).toBe(200);
    const revoked = await post(`/${partner}/keys/${second.body.data.id}/revoke`);
    expect(revoked).toMatchObject({ status: 200, body: { data: { revoked_reason: 'Revoked by administrator' } } });
    expect(await statusWith(second.body.plaintext)).toBe(401);
  });

  test('a key beyond its limit is refused as what it is once it is revoked, and let in once its plan has more', async () => {
    const partner = await createPartner();
    const { body } = await post(`/${partner}/keys`, { name: 'Server', rate_limit_per_minute: 1_000 });
    const other = await post(`/${partner}/keys`, { name: 'Other', rate_limit_per_minute: 1 });
    const ofMany = async (key: string, times: number) => {
      for (let request = 0; request < times; request += 1) await statusWith(key);
      return statusWith(key);
    };
    expect(await ofMany(other.body.plaintext, 1)).toBe(429);
    await post(`/${partner}/keys/${other.body.data.id}/revoke`);
    expect(await statusWith(other.body.plaintext)).toBe(401);
    expect(await ofMany(body.plaintext, 60)).toBe(429);
    const plan = { plan: 'business' };
    await edge.request(`/api/v1/3pi-partners/${partner}`, { method: 'PATCH', key: adminKey, body: plan });
    expect(await statusWith(body.plaintext)).toBe(200);
  });

  test('a repeat under an Idempotency-Key makes no second key and shows no text', async () => {
    const partner = await createPartner();
    const once = { 'Idempotency-Key': 'make-key' };
    const first = await post(`/${partner}/keys`, { name: 'Server' }, once);
    const again = await post(`/${partner}/keys`, { name: 'Server' }, once);
    expect(again.body).toEqual({ ...first.body, plaintext: null });
    const { body } = await edge.request(`/api/v1/3pi-partners/${partner}/keys`, { key: adminKey });
    expect(body.data).toHaveLength(1);
  });

  test('a repeat under an Idempotency-Key adds credits once', async () => {
    const partner = await createPartner();
    const once = { 'Idempotency-Key': 'add-credits' };
    for (const _ of [1, 2]) await post(`/${partner}/credits`, { amount: 10, reason: 'Start' }, once);
    const { body } = await edge.request(`/api/v1/3pi-partners/${partner}`, { key: adminKey });
    expect(body.data.credit_balance).toBe(10);
  });

  test('a suspended partner is refused, on the very next request', async () => {
    const partner = await createPartner();
    const { body } = await post(`/${partner}/keys`, { name: 'Server' });
    expect(await statusWith(body.plaintext)).toBe(200);
    const path = `/api/v1/3pi-partners/${partner}`;
    await edge.request(path, { method: 'PATCH', key: adminKey, body: { status: 'suspended' } });
    expect(await statusWith(body.plaintext)).toBe(403);
    await edge.request(path, { method: 'PATCH', key: adminKey, body: { status: 'active' } });
    expect(await statusWith(body.plaintext)).toBe(200);
  });

  test('credentials of the wrong kind are refused', async () => {
    const partner = await createPartner();
    const { body } = await post(`/${partner}/keys`, { name: 'Server' });
    const listPartners = (key?: string) => edge.request('/api/v1/3pi-partners', { key });
    expect((await listPartners(body.plaintext)).status).toBe(403);
    expect((await listPartners()).status).toBe(401);
    expect(await statusWith(adminKey)).toBe(403);
  });
});
