import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { codeOf, startTestService, type TestService } from '../../test/environment/service.ts';
import { holdCredits } from '../credits/ledger.ts';
import { CAPABILITY_SLUGS } from '../kernel/capability-slugs.ts';
import { revokePartnerKey } from '../partner-keys/operations/revoke-key.ts';
import { rotatePartnerKey } from '../partner-keys/operations/rotate-key.ts';
import { addCredits } from './operations/add-credits.ts';
import { getPartner } from './operations/reads.ts';
import { updatePartner } from './operations/update-partner.ts';
import { capabilitiesOf } from './rules.ts';
import type { Partner } from './types.ts';

jest.setTimeout(60_000);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const at = (partner: Partner) => ({ partner_id: partner.id });
const update = (partner: Partner, input: object) =>
  service.run(service.admin, updatePartner, { params: at(partner), input });
const add = (partner: Partner, amount: number) =>
  service.run(service.admin, addCredits, { params: at(partner), input: { amount, reason: 'Test' } });
const balanceOf = async (partner: Partner) =>
  (await service.run(service.admin, getPartner, { params: at(partner) })).credit_balance;

function auditsOf(partner: Partner, type: string): Promise<{ action: string; details: unknown }[]> {
  return service.dataSource.query(
    'SELECT action, details FROM audit_log WHERE partner_id = $1 AND resource_type = $2 ORDER BY id',
    [partner.id, type],
  );
}

test.each([
  [null, [...CAPABILITY_SLUGS]],
  [[], []],
  [['faq'], ['faq']],
])('a partner with the capabilities %j may use %j', (capabilities, expected) => {
  expect(capabilitiesOf({ capabilities })).toEqual(expected);
});

describe('changing a partner', () => {
  test('by nothing leaves no trace', async () => {
    const partner = await service.createPartner();
    expect(await update(partner, {})).toEqual(partner);
    expect(await auditsOf(partner, 'partner')).toEqual([{ action: 'partners.create', details: null }]);
  });

  test('from many sides at once loses no change', async () => {
    const partner = await service.createPartner();
    const changes = [{ name: 'Acme Ltd' }, { plan: 'business' }, { status: 'suspended' }, { capabilities: ['faq'] }];
    await Promise.all(changes.map((change) => update(partner, change)));
    const changed = await service.run(service.admin, getPartner, { params: at(partner) });
    expect(changed).toMatchObject({ ...Object.assign({}, ...changes), version: partner.version + changes.length });
    expect(await auditsOf(partner, 'partner')).toHaveLength(1 + changes.length);
  });

  test('notifies those who subscribe to the partner, and nobody else', async () => {
    const [subscribed, other] = [await service.createPartner(), await service.createPartner()];
    for (const { id } of [subscribed, other]) {
      await service.dataSource.query("INSERT INTO mcp_feed VALUES ($1, 0, now() + interval '1 hour')", [id]);
    }
    await update(subscribed, {});
    await update(subscribed, { capabilities: [] });
    const recorded = await service.dataSource.query('SELECT partner_id, kind FROM mcp_change ORDER BY sequence');
    expect(recorded).toEqual(['tools', 'resources', 'prompts'].map((kind) => ({ partner_id: subscribed.id, kind })));
  });
});

describe('adding credits', () => {
  test('at once adds each booking once', async () => {
    const partner = await service.createPartner();
    await Promise.all([1, 2, 3, 4, 5].map((amount) => add(partner, amount)));
    expect(await balanceOf(partner)).toBe(15);
    expect(await auditsOf(partner, 'credit_entry')).toHaveLength(5);
  });

  test('below what is available is a conflict, however many try at once, and leaves no trace', async () => {
    const partner = await service.createPartner();
    await add(partner, 10);
    await service.deps.transaction(service.admin, async (tx) =>
      holdCredits(tx, { partnerId: partner.id, amount: 4, reference: 'work', capability: 'faq' }),
    );
    const codes = await Promise.all([1, 2, 3].map(() => codeOf(add(partner, -6))));
    expect(codes.sort()).toEqual(['CONFLICT', 'CONFLICT', 'none']);
    expect(await balanceOf(partner)).toBe(4);
    expect(await auditsOf(partner, 'credit_entry')).toEqual([
      { action: 'credits.add', details: { amount: 10, reason: 'Test' } },
      { action: 'credits.add', details: { amount: -6, reason: 'Test' } },
    ]);
  });
});

describe("a partner's key", () => {
  test('is not found under the id of another partner', async () => {
    const [owner, other] = [await service.createPartner(), await service.createPartner()];
    const { key } = await service.createKey(owner);
    const params = { partner_id: other.id, key_id: key.id };
    expect(await codeOf(service.run(service.admin, revokePartnerKey, { params }))).toBe('NOT_FOUND');
    expect(await codeOf(service.run(service.admin, rotatePartnerKey, { params }))).toBe('NOT_FOUND');
    expect(await auditsOf(owner, 'partner_key')).toEqual([{ action: 'partner_keys.create', details: null }]);
  });

  test('is revoked once, for the first reason, however many revoke it at once', async () => {
    const { partner, key } = await service.createCaller();
    const params = { partner_id: partner.id, key_id: key.id };
    const reasons = ['one', 'two', 'three'];
    const revoked = await Promise.all(
      reasons.map((reason) => service.run(service.admin, revokePartnerKey, { params, input: { reason } })),
    );
    const [audited, ...more] = (await auditsOf(partner, 'partner_key')).slice(1);
    expect(more).toEqual([]);
    expect(audited).toEqual({ action: 'partner_keys.revoke', details: { reason: revoked[0]?.revoked_reason } });
    expect(new Set(revoked.map(({ revoked_reason }) => revoked_reason)).size).toBe(1);
  });

  test('is either rotated or revoked when both come at once, and never valid after that', async () => {
    const { partner, key } = await service.createCaller();
    const params = { partner_id: partner.id, key_id: key.id };
    const [rotation] = await Promise.all([
      codeOf(service.run(service.admin, rotatePartnerKey, { params })),
      service.run(service.admin, revokePartnerKey, { params }),
    ]);
    const [counted] = await service.dataSource.query(
      'SELECT count(*)::integer AS valid FROM partner_key WHERE partner_id = $1 AND is_active',
      [partner.id],
    );
    expect(counted.valid).toBe(rotation === 'none' ? 1 : 0);
    const [row] = await service.dataSource.query('SELECT is_active FROM partner_key WHERE id = $1', [key.id]);
    expect(row.is_active).toBe(false);
  });
});
