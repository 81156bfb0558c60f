import { beforeAll, describe, expect, test } from '@jest/globals';
import { expectError, freshAddress, request, send } from '../environment/http.ts';
import { createUser, signInToConsole } from '../environment/oauth.ts';
import { createKey, createPartner, type Partner, partnerWith, requestAsAdmin } from '../environment/partners.ts';
import { routeNamed } from '../environment/routes.ts';
import { runningStack } from '../environment/running-stack.ts';
import { waitUntil } from '../environment/wait-until.ts';
import { ROUTES, recordsIn, unknownOf, unknownParams } from '../samples/table.ts';

const RANDOM = 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8S9t0U1v2W3x4';
/** Rate limit of the key, counted over both processes. */
const KEY_PER_MINUTE = 5;

let partner: Partner;
let other: Partner;
/** The routes take turns with these, since one may not ask so much in a minute. */
let partners: Partner[];
/** Token with which a person of the partner uses the console. */
let consoleToken: string;
beforeAll(async () => {
  partners = await Promise.all(Array.from({ length: 6 }, () => createPartner()));
  [partner, other] = partners as [Partner, Partner];
  consoleToken = (await signInToConsole(await createUser(partner.id))).access_token;
});

describe.each(ROUTES)('%s', (name) => {
  const { permission } = routeNamed(name).operation;
  const isForAdministrators = permission === 'administrator';
  /** A body that no route accepts: authentication is checked first. */
  const body = name.startsWith('GET') ? undefined : '[]';
  const params = unknownParams(name);

  test.each([
    ['no credentials', null],
    ['an unknown partner key', `vp3_${RANDOM}`],
    ['an unknown administrator key', `adm_${RANDOM}`],
    ['something else', 'let-me-in'],
  ])('with %s is refused', async (_what, key) => {
    expectError(await request(name, { key, params, address: freshAddress() }), 'UNAUTHORIZED');
  });

  // A feed is authorized by its own token and ignores other credentials.
  const isFeed = permission === 'calendar_feed';
  test(`is for ${isForAdministrators ? 'administrators' : isFeed ? 'holders of its token' : 'partners'} only`, async () => {
    const wrong = isForAdministrators || isFeed ? partner.key.text : runningStack().adminKey;
    expectError(await request(name, { key: wrong, params, body }), isFeed ? 'UNAUTHORIZED' : 'FORBIDDEN');
  });

  const integers = recordsIn(name).filter(({ sample }) => typeof unknownOf(sample) === 'number');
  if (integers.length === 0) return;
  const unknownRecord = name.includes('/case-studies/') ? 'CASE_STUDY_NOT_FOUND' : 'NOT_FOUND';
  test.each(integers)('has no record where {$param} is no positive integer of 53 bits', async ({ param }) => {
    const asking = partners[ROUTES.indexOf(name) % partners.length] ?? partner;
    const ofPartner = permission.startsWith('console') ? consoleToken : asking.key.text;
    const key = isForAdministrators ? runningStack().adminKey : ofPartner;
    const own = { ...params, ...(name.includes('{partner_id}') && { partner_id: asking.id }) };
    for (const bad of ['0', '-1', '1.5', 'one', '1e3', '01', ' 1', '9007199254740992', '9'.repeat(40), 'a\0b', '%']) {
      const reply = await request(name, { key, params: { ...own, [param]: bad } });
      expect({ bad, status: reply.status }).toEqual({ bad, status: 404 });
      expectError(reply, unknownRecord);
    }
    const unknown = await request(name, { key, params: { ...own, [param]: Number.MAX_SAFE_INTEGER }, body });
    expectError(unknown, unknownRecord);
  });
});

describe('keys', () => {
  const USAGE = 'GET /app/usage-data';
  const both = [0, 1] as const;

  async function seenBy(key: string): Promise<number[]> {
    const replies = await Promise.all(both.map((process) => request(USAGE, { key, process })));
    return replies.map((reply) => reply.status);
  }

  test('that are revoked die on the very next request, on every process', async () => {
    for (let round = 0; round < 5; round += 1) {
      const key = await createKey(partner.id);
      for (let warm = 0; warm < 3; warm += 1) expect(await seenBy(key.text)).toEqual([200, 200]);
      const params = { partner_id: partner.id, key_id: key.id };
      const reply = await requestAsAdmin('POST /3pi-partners/{partner_id}/keys/{key_id}/revoke', {
        params,
        process: round % 2 === 0 ? 0 : 1,
      });
      expect(reply.status).toBe(200);
      for (const process of both) expectError(await request(USAGE, { key: key.text, process }), 'UNAUTHORIZED');
    }
  });

  test('that are rotated live on under a new text only', async () => {
    const key = await createKey(partner.id);
    expect(await seenBy(key.text)).toEqual([200, 200]);
    const params = { partner_id: partner.id, key_id: key.id };
    const reply = await requestAsAdmin('POST /3pi-partners/{partner_id}/keys/{key_id}/rotate', { params });
    expect(reply.body).toMatchObject({ revoked_key_id: key.id, plaintext: expect.stringMatching(/^vp3_\w{48}$/) });
    expect(await seenBy(key.text)).toEqual([401, 401]);
    expect(await seenBy((reply.body as { plaintext: string }).plaintext)).toEqual([200, 200]);
  });

  test('that expire are refused from then on', async () => {
    const expires_at = new Date(Date.now() + 1500).toISOString();
    const key = await createKey(partner.id, { expires_at });
    expect(await seenBy(key.text)).toEqual([200, 200]);
    await waitUntil(
      'the key to expire',
      async () => Date.now() > Date.parse(expires_at),
      (past) => past,
    );
    expect(await seenBy(key.text)).toEqual([401, 401]);
  });

  test('of a suspended partner are refused until it is active again', async () => {
    const suspended = await createPartner();
    const set = (status: string) =>
      requestAsAdmin('PATCH /3pi-partners/{partner_id}', { params: { partner_id: suspended.id }, body: { status } });
    expect(await seenBy(suspended.key.text)).toEqual([200, 200]);
    await set('suspended');
    expect(await seenBy(suspended.key.text)).toEqual([403, 403]);
    await set('active');
    expect(await seenBy(suspended.key.text)).toEqual([200, 200]);
  });

  test('work from their addresses only', async () => {
    const key = await createKey(partner.id, { allowed_ip_addresses: ['192.0.2.0/24', '2001:db8::7'] });
    for (const address of ['192.0.2.44', '2001:db8::7']) {
      expect((await request(USAGE, { key: key.text, address })).status).toBe(200);
    }
    for (const address of ['192.0.3.1', '2001:db8::8', '198.51.100.1, 10.9.8.7']) {
      expectError(await request(USAGE, { key: key.text, address }), 'IP_NOT_ALLOWED');
    }
  });

  test('have one limit a minute on all processes together', async () => {
    const limited = partnerWith(other.id, await createKey(other.id, { rate_limit_per_minute: KEY_PER_MINUTE }));
    const replies = await Promise.all(
      Array.from({ length: 3 * KEY_PER_MINUTE }, (_, index) =>
        limited.request(USAGE, { process: index % 2 === 0 ? 0 : 1 }),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(KEY_PER_MINUTE);
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(2 * KEY_PER_MINUTE);
    for (const reply of refused) {
      expectError(reply, 'RATE_LIMITED');
      expect(reply.headers.get('X-RateLimit-Limit')).toBe(String(KEY_PER_MINUTE));
      expect(reply.headers.get('X-RateLimit-Remaining')).toBe('0');
    }
    expect((await other.request(USAGE)).status).toBe(200);
  });

  test('share the plan’s limit a minute', async () => {
    const starter = await createPartner({ plan: 'starter' });
    const second = partnerWith(starter.id, await createKey(starter.id));
    const replies = await Promise.all(
      Array.from({ length: 70 }, (_, index) => (index % 2 === 0 ? starter : second).request(USAGE)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(60);
    expectError(await second.request(USAGE), 'RATE_LIMITED');
  });
});

describe('addresses without credentials', () => {
  test('have a limit of their own', async () => {
    const address = freshAddress();
    const replies = await Promise.all(
      Array.from({ length: 70 }, (_, index) =>
        request('GET /app/usage-data', { key: null, address, process: index % 2 === 0 ? 0 : 1 }),
      ),
    );
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(60);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(10);
  });
});

describe('paths', () => {
  test('that name nothing are 404, and 401 without credentials', async () => {
    expectError(await send('GET', '/api/v1/nothing', { key: partner.key.text }), 'NOT_FOUND');
    expectError(await send('GET', '/api/v2/app/usage-data', { key: partner.key.text }), 'NOT_FOUND');
    expectError(await send('GET', '/api/v1/nothing', { key: null }), 'UNAUTHORIZED');
  });

  test('answer 405 with what they take to other methods', async () => {
    const reply = await send('DELETE', '/api/v1/content-workflow/executions/1', { key: partner.key.text });
    expectError(reply, 'METHOD_NOT_ALLOWED');
    expect(reply.headers.get('Allow')?.split(', ')).toEqual(expect.arrayContaining(['GET', 'HEAD']));
  });

  test('may end in a slash', async () => {
    expect((await send('GET', '/api/v1/app/usage-data/', { key: partner.key.text })).status).toBe(200);
  });
});
