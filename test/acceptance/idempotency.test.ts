import { beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { rowsOf } from '../environment/database.ts';
import { ended } from '../environment/executions.ts';
import { expectError, type Reply, read } from '../environment/http.ts';
import {
  createKey,
  createPartner,
  type Partner,
  partnerWith,
  requestAsAdmin,
  usageOf,
} from '../environment/partners.ts';

const EXECUTE = 'POST /content-workflow/capabilities/{slug}/execute';
const BODY = { settings: { topic: 'Doing things once' } };

let partner: Partner;
let other: Partner;
beforeAll(async () => {
  [partner, other] = await Promise.all([createPartner(), createPartner()]);
});

function execute(from: Partner, key: string, body: unknown = BODY, process: 0 | 1 = 0): Promise<Reply> {
  return from.request(EXECUTE, { params: { slug: 'blog_post' }, body, headers: { 'Idempotency-Key': key }, process });
}

function idIn(reply: Reply): number {
  return read(reply, z.object({ data: z.object({ id: z.int() }) })).data.id;
}

describe('Idempotency-Key on execute', () => {
  test('ten clients at once make one execution, and all of them learn of it', async () => {
    const racer = await createPartner({ credits: 100 });
    const key = crypto.randomUUID();
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) => execute(racer, key, BODY, index % 2 === 0 ? 0 : 1)),
    );
    const accepted = replies.filter(({ status }) => status === 201);
    for (const reply of replies) if (reply.status !== 201) expectError(reply, 'IDEMPOTENCY_IN_PROGRESS');
    expect(new Set(accepted.map(idIn)).size).toBe(1);
    expect(accepted.filter(({ headers }) => headers.get('Idempotency-Replayed') === null)).toHaveLength(1);

    const [first] = accepted;
    if (!first) throw new Error('None of the requests was accepted.');
    for (const process of [0, 1] as const) {
      const again = await execute(racer, key, BODY, process);
      expect({ status: again.status, text: again.text }).toEqual({ status: 201, text: first.text });
      expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    }
    await ended(racer, idIn(first));
    expect(await rowsOf(racer.id)).toMatchObject({ execution: 1, content_item: 1, held: 0 });
    expect((await usageOf(racer)).credits).toMatchObject({ balance: 90, held: 0 });
  });

  test('another body under the same key is refused', async () => {
    const key = crypto.randomUUID();
    expect((await execute(partner, key)).status).toBe(201);
    const before = await rowsOf(partner.id);
    expectError(await execute(partner, key, { ...BODY, priority: 'high' }), 'IDEMPOTENCY_KEY_REUSED');
    expect((await rowsOf(partner.id))['execution']).toBe(before['execution']);
  });

  test('a refusal is given again, too', async () => {
    const key = crypto.randomUUID();
    const first = await execute(partner, key, { settings: {} });
    expectError(first, 'VALIDATION_ERROR');
    const again = await execute(partner, key, { settings: {} });
    expect({ status: again.status, text: again.text }).toEqual({ status: 422, text: first.text });
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
  });

  test('keys are each partner’s own, and the partner’s whichever API key it uses', async () => {
    const key = crypto.randomUUID();
    const first = await execute(partner, key);
    expect(idIn(await execute(other, key))).not.toBe(idIn(first));
    const second = partnerWith(partner.id, await createKey(partner.id));
    expect(idIn(await execute(second, key))).toBe(idIn(first));
  });

  test('keys belong to their path', async () => {
    const key = crypto.randomUUID();
    const id = idIn(await execute(partner, key));
    await ended(partner, id);
    const headers = { 'Idempotency-Key': key };
    const archived = await partner.request('POST /content-workflow/executions/{id}/archive', {
      params: { id },
      headers,
    });
    expect(archived.status).toBe(200);
    const again = await partner.request('POST /content-workflow/executions/{id}/archive', { params: { id }, headers });
    expect({ status: again.status, text: again.text }).toEqual({ status: 200, text: archived.text });
  });

  test('what one key may not do binds no other, and is given to none that may not do it', async () => {
    const owner = await createPartner();
    const scoped = partnerWith(owner.id, await createKey(owner.id, { scoped_capabilities: [] }));
    const refusedFirst = crypto.randomUUID();
    const refusal = await execute(scoped, refusedFirst);
    expectError(refusal, 'CAPABILITY_NOT_ALLOWED');
    const repeated = await execute(scoped, refusedFirst);
    expect({ text: repeated.text, replayed: repeated.headers.get('Idempotency-Replayed') }).toEqual({
      text: refusal.text,
      replayed: 'true',
    });
    const both = await Promise.all([execute(owner, refusedFirst), execute(owner, refusedFirst, BODY, 1)]);
    const made = both.filter(({ status }) => status === 201).map(idIn);
    expect(new Set(made).size).toBe(1);
    expect(idIn(await execute(owner, refusedFirst))).toBe(made[0]);
    expectError(await execute(scoped, refusedFirst), 'CAPABILITY_NOT_ALLOWED');

    const doneFirst = crypto.randomUUID();
    const done = idIn(await execute(owner, doneFirst));
    expectError(await execute(scoped, doneFirst), 'CAPABILITY_NOT_ALLOWED');
    const writer = partnerWith(owner.id, await createKey(owner.id, { scoped_capabilities: ['blog_post'] }));
    expect(idIn(await execute(writer, doneFirst))).toBe(done);
    expect(idIn(await execute(owner, doneFirst))).toBe(done);
  });

  test.each([
    ['blank', ' '],
    ['too long', 'x'.repeat(256)],
    ['with a space', 'a b'],
  ])('a key that is %s is refused', async (_what, key) => {
    // Nobody else's work goes on beside it.
    const owner = await createPartner();
    const before = await rowsOf(owner.id);
    const reply = await execute(owner, key);
    expect(Object.keys(expectError(reply, 'VALIDATION_ERROR'))).toEqual(['Idempotency-Key']);
    expect(await rowsOf(owner.id)).toEqual(before);
  });
});

test('the text of a new API key is not given again', async () => {
  const request = {
    params: { partner_id: partner.id },
    body: { name: 'Once' },
    headers: { 'Idempotency-Key': crypto.randomUUID() },
  };
  const first = await requestAsAdmin('POST /3pi-partners/{partner_id}/keys', request);
  const again = await requestAsAdmin('POST /3pi-partners/{partner_id}/keys', request);
  expect(again.status).toBe(201);
  expect(again.body).toEqual({ ...(first.body as object), plaintext: null });
});

test('credits are added once', async () => {
  const { id, ...rich } = await createPartner({ credits: 5 });
  const request = {
    params: { partner_id: id },
    body: { amount: 10, reason: 'Gift' },
    headers: { 'Idempotency-Key': crypto.randomUUID() },
  };
  const replies = await Promise.all(
    [1, 2, 3].map(() => requestAsAdmin('POST /3pi-partners/{partner_id}/credits', request)),
  );
  for (const reply of replies) if (reply.status !== 201) expectError(reply, 'IDEMPOTENCY_IN_PROGRESS');
  expect((await usageOf({ id, ...rich })).credits.balance).toBe(15);
});
