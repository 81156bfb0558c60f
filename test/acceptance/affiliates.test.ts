import { beforeAll, describe, expect, test } from '@jest/globals';
import { expectError, type RouteName, send } from '../environment/http.ts';
import { createPartner, type Partner } from '../environment/partners.ts';

const UPDATE: RouteName = 'POST /affiliates/update-reference';

let partner: Partner;
let other: Partner;
beforeAll(async () => {
  [partner, other] = await Promise.all([createPartner(), createPartner()]);
});

const update = (reference: unknown, from = partner) => from.request(UPDATE, { body: { reference } });
const fresh = () => `acme_${crypto.randomUUID()}`;

describe(UPDATE, () => {
  test('chooses a reference, and another one later', async () => {
    const [first, second] = [fresh(), fresh()];
    const made = await update(` ${first} `);
    expect(made.body).toEqual({
      data: {
        type: 'affiliate',
        id: partner.id,
        attributes: { reference: first, created_at: expect.any(String), updated_at: expect.any(String) },
      },
    });
    expect((await update(first)).body).toEqual(made.body);
    expect(await update(second)).toMatchObject({ status: 200, body: { data: { attributes: { reference: second } } } });
    // A released reference is available to others.
    expect((await update(first, other)).status).toBe(200);
  });

  test('refuses what another partner has, in any case, of two at once for one of them', async () => {
    const taken = fresh();
    await update(taken);
    expectError(await update(taken.toUpperCase(), other), 'CONFLICT');
    const wanted = fresh();
    const replies = await Promise.all([update(wanted), update(wanted, other)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test.each([['ab'], ['x'.repeat(65)], ['with space'], ['ümlaut'], ['a/b'], [''], [7], [null], [undefined]])(
    'refuses %j',
    async (reference) => {
      expect(Object.keys(expectError(await update(reference), 'VALIDATION_ERROR'))).toEqual(['reference']);
    },
  );

  test('answers without the version, too, and says what replaces it', async () => {
    const reference = fresh();
    const reply = await send('POST', '/api/affiliates/update-reference', {
      key: partner.key.text,
      body: { reference },
    });
    expect(reply).toMatchObject({ status: 200, body: { data: { attributes: { reference } } } });
    expect(reply.headers.get('Deprecation')).toBe('true');
    expect(reply.headers.get('Link')).toBe('</api/v1/affiliates/update-reference>; rel=successor-version');
  });
});
