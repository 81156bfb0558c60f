import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import { createAdminKey } from '../admin-keys/steps/create-admin-key.ts';
import { perform } from '../kernel/step.ts';
import { revokePartnerKey } from '../partner-keys/operations/revoke-key.ts';
import { rotatePartnerKey } from '../partner-keys/operations/rotate-key.ts';
import type { Partner } from '../partners/types.ts';
import { adminKeyAuthenticator, partnerKeyAuthenticator } from './authenticator.ts';

let service: TestService;
let partner: Partner;
beforeAll(async () => {
  service = await startTestService();
  partner = await service.createPartner();
});
afterEach(() => service.setClock(undefined));
afterAll(() => service.stop());

async function newKey(
  settings: object = {},
): Promise<{ text: string; params: { partner_id: number; key_id: number } }> {
  const { key, plaintext } = await service.createKey(partner, settings);
  return { text: plaintext ?? '', params: { partner_id: partner.id, key_id: key.id } };
}

/** Refusals by a process that has used the key before, and by one that has not. */
async function refusalsOf(text: string, end: () => Promise<unknown>): Promise<unknown[]> {
  const [warm, cold] = [partnerKeyAuthenticator(service.deps), partnerKeyAuthenticator(service.deps)];
  expect(await warm.find(text)).toBeDefined();
  await end();
  // Counting its next request shows that the copy is stale.
  warm.forget(text);
  return Promise.all([warm, cold].map((each) => each.find(text).catch((error: unknown) => error)));
}

const unauthorized = (message: unknown) => expect.objectContaining({ code: 'UNAUTHORIZED', status: 401, message });

describe('who holds a key is told that it', () => {
  test('has expired', async () => {
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    const { text } = await newKey({ expires_at });
    const refusals = await refusalsOf(text, async () => service.setClock(new Date(expires_at)));
    const expected = unauthorized(`This API key expired at ${expires_at}.`);
    expect(refusals).toEqual([expected, expected]);
  });

  test('was revoked, and not why', async () => {
    const { text, params } = await newKey();
    const input = { reason: 'A secret reason' };
    const refusals = await refusalsOf(text, () => service.run(service.admin, revokePartnerKey, { params, input }));
    const expected = unauthorized(expect.stringMatching(/^This API key was revoked at 20[\dT:.-]+Z\.$/));
    expect(refusals).toEqual([expected, expected]);
  });

  test('was replaced by a rotation', async () => {
    const { text, params } = await newKey();
    const refusals = await refusalsOf(text, () => service.run(service.admin, rotatePartnerKey, { params }));
    const expected = unauthorized(expect.stringMatching(/^This API key was replaced by a rotation at /));
    expect(refusals).toEqual([expected, expected]);
  });

  test('was revoked, of an administrator', async () => {
    const { id, plaintext } = await perform(service.deps, createAdminKey, { name: 'Admin' });
    await service.deps.db.query('UPDATE admin_key SET is_active = false WHERE id = $1', [id]);
    await expect(adminKeyAuthenticator(service.deps).find(plaintext)).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      message: 'This API key was revoked.',
    });
  });
});

test('who does not hold the key learns nothing, though the rest of it is right', async () => {
  const { text, params } = await newKey();
  await service.run(service.admin, revokePartnerKey, { params, input: { reason: 'x' } });
  const guess = text.slice(0, -1) + (text.endsWith('a') ? 'b' : 'a');
  expect(await partnerKeyAuthenticator(service.deps).find(guess)).toBeUndefined();
});
