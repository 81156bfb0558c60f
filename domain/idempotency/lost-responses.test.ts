import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { codeOf, startTestService, type TestService } from '../../test/environment/service.ts';
import type { Call } from '../kernel/call.ts';
import type { AnyOperation } from '../kernel/operation.ts';
import { createOauthClient } from '../oauth/operations/create-client.ts';
import { createOrder } from '../orders/operations/create-order.ts';
import { createPartnerKey } from '../partner-keys/operations/create-key.ts';
import { rotatePartnerKey } from '../partner-keys/operations/rotate-key.ts';
import { addCredits } from '../partners/operations/add-credits.ts';
import { createPartner } from '../partners/operations/create-partner.ts';
import type { Partner } from '../partners/types.ts';
import { createUsageRecord } from '../usage-records/operations/create-usage-record.ts';
import { createUser } from '../users/operations/create-user.ts';
import { type Claim, claim, finish, type HeldKey } from './keys.ts';
import { reopen } from './store.ts';

jest.setTimeout(60_000);

let service: TestService;
let partner: Partner;
beforeAll(async () => {
  service = await startTestService();
  partner = await service.createPartner();
});
afterAll(() => service.stop());

const BODY = Buffer.from('{}');

function claimKey(key: string, body = BODY): Promise<Claim> {
  return claim(service.deps, { owner: 'admin:1', method: 'POST', path: '/', key }, body);
}

async function hold(key: string): Promise<HeldKey> {
  const claimed = await claimKey(key);
  if (claimed.kind !== 'run') throw new Error('The answer is kept already.');
  return claimed.held;
}

/** The process that held the key has died and its lock has expired. */
function lapse({ id }: HeldKey): Promise<unknown> {
  return service.dataSource.query(
    "UPDATE idempotency_key SET locked_until = clock_timestamp() - interval '1 second' WHERE id = $1",
    [id],
  );
}

const callUnder = ({ id, lockToken }: HeldKey): Call => ({ ...service.admin, idempotency: { rowId: id, lockToken } });

const ORDER = { billing_type: 'token_pack', amount: '49.90', currency: 'EUR', description: 'x', reference: 'order' };
const USAGE = { dimension: 'x', quantity: 1, unit_price: 1, currency: 'USD', occurred_at: '2026-05-01T12:00:00Z' };

describe('a response that was lost after the commit', () => {
  test.each<[AnyOperation, object, object?]>([
    [createPartner, { name: 'Lost' }],
    [addCredits, { amount: 5, reason: 'Start' }],
    [createPartnerKey, { name: 'Key' }, { plaintext: null }],
    [createUser, { email: 'lost@example.com', name: 'Ada', role: 'viewer' }],
    [createOauthClient, { name: 'Program' }, { secret: null }],
    [createOrder, ORDER],
    [createUsageRecord, USAGE],
  ])('$name is returned again without doing the work twice', async (operation, input, withheld = {}) => {
    const held = await hold(operation.name);
    const params = { partner_id: partner.id };
    const first = (await service.run(callUnder(held), operation, { params, input })) as object;
    await lapse(held);
    const { madeId } = await hold(operation.name);
    const again = await operation.recover?.(service.deps, service.admin, madeId ?? '');
    expect(again).toEqual({ ...first, ...withheld });
  });

  test('of a rotation is returned again, without the key', async () => {
    const { key } = await service.createKey(partner);
    const held = await hold('rotation');
    const params = { partner_id: partner.id, key_id: key.id };
    const first = await service.run(callUnder(held), rotatePartnerKey, { params });
    await lapse(held);
    const { madeId } = await hold('rotation');
    const again = await rotatePartnerKey.recover?.(service.deps, service.admin, madeId ?? '');
    expect(again).toEqual({ ...first, plaintext: null });
    expect(again?.revokedKeyId).toBe(key.id);
  });

  test('of work that was rolled back is not recovered, and the repeat does the work', async () => {
    const held = await hold('conflict');
    const input = { email: 'taken@example.com', name: 'Ada', role: 'viewer' };
    const params = { partner_id: partner.id };
    await service.run(service.admin, createUser, { params, input });
    expect(await codeOf(service.run(callUnder(held), createUser, { params, input }))).toBe('CONFLICT');
    await lapse(held);
    expect((await hold('conflict')).madeId).toBeNull();
  });
});

describe('a key', () => {
  test('is claimed by one of many concurrent requests; the others wait', async () => {
    const claims = await Promise.all(Array.from({ length: 8 }, () => codeOf(claimKey('race'))));
    expect(claims.filter((code) => code === 'none')).toHaveLength(1);
    expect(claims.filter((code) => code === 'IDEMPOTENCY_IN_PROGRESS')).toHaveLength(7);
  });

  test('is taken over by one request when its process has died', async () => {
    await lapse(await hold('dead'));
    const claims = await Promise.all(Array.from({ length: 8 }, () => codeOf(claimKey('dead'))));
    expect(claims.filter((code) => code === 'none')).toHaveLength(1);
  });

  test('prevents a commit by a process that has lost its lock', async () => {
    const lost = await hold('lost');
    await lapse(lost);
    await hold('lost');
    const input = { name: 'Never made' };
    await expect(service.run(callUnder(lost), createPartner, { input })).rejects.toThrow('Another process');
    const rows = await service.dataSource.query('SELECT id FROM partner WHERE name = $1', [input.name]);
    expect(rows).toEqual([]);
  });

  test('belongs to one body, also after its response was stored', async () => {
    const held = await hold('answered');
    const other = Buffer.from('{"a":1}');
    expect(await codeOf(claimKey('answered', other))).toBe('IDEMPOTENCY_KEY_REUSED');
    await finish(service.deps, held, { status: 201, body: { data: 1, secret: 'x' }, headers: {} }, ['secret']);
    expect(await codeOf(claimKey('answered', other))).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await claimKey('answered')).toEqual({
      kind: 'replay',
      answer: { status: 201, body: { data: 1, secret: null }, headers: {} },
    });
  });

  test('that was refused to one API key is answered anew for one request of another, and then for none', async () => {
    const held = await hold('refused');
    await finish(service.deps, held, { status: 403, body: {}, headers: {}, refusedTo: 1 }, []);
    const claimFor = (keyFamilyId: number) =>
      claim(service.deps, { owner: 'admin:1', method: 'POST', path: '/', key: 'refused' }, BODY, keyFamilyId);
    expect((await claimFor(1)).kind).toBe('replay');
    const claims = await Promise.allSettled(Array.from({ length: 8 }, () => claimFor(2)));
    const [taken, ...others] = claims.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect([taken?.kind, others]).toEqual(['run', []]);
    if (taken?.kind !== 'run') throw new Error('No request was to be answered.');
    await finish(service.deps, taken.held, { status: 201, body: { data: 1 }, headers: {} }, []);
    // Of a request that has read the refusal before.
    const lock = { fingerprint: Buffer.from('x'), keyId: Buffer.from('x'), lockToken: crypto.randomUUID() };
    expect(await reopen(service.deps.db, taken.held.id, lock)).toBeUndefined();
    expect(await claimFor(1)).toMatchObject({ kind: 'replay', answer: { status: 201 } });
  });

  test.each([401, 429, 500, 503])('is free again after a response with status %d', async (status) => {
    const key = `free-${status}`;
    await finish(service.deps, await hold(key), { status, body: {}, headers: {} }, []);
    expect((await claimKey(key)).kind).toBe('run');
  });

  test('expires after a day', async () => {
    const held = await hold('yesterday');
    await finish(service.deps, held, { status: 201, body: {}, headers: {} }, []);
    service.setClock(new Date(Date.now() + 24 * 60 * 60 * 1000 + 1_000));
    const claimed = await claimKey('yesterday');
    service.setClock(undefined);
    expect(claimed.kind).toBe('run');
  });
});
