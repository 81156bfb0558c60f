import { beforeAll, describe, expect, test } from '@jest/globals';
import { expectError, request } from '../environment/http.ts';
import { createOauthClient, createUser, type Person, signIn, signInToConsole } from '../environment/oauth.ts';
import { createPartner, type Partner, usageOf } from '../environment/partners.ts';

const USAGE = 'GET /app/usage-data';
/** A route under /partners. */
const WEBHOOKS = 'GET /partners/webhooks';

let partner: Partner;
let people: [Person, Person];
let atConsole: [string, string];
beforeAll(async () => {
  partner = await createPartner({ plan: 'starter' });
  people = [await createUser(partner.id), await createUser(partner.id, 'viewer')];
  atConsole = [await tokenAtConsole(people[0]), await tokenAtConsole(people[1])];
});

const tokenAtConsole = async (person: Person) => (await signInToConsole(person)).access_token;
const limitsOf = ({ headers }: Awaited<ReturnType<typeof request>>) => ({
  limit: Number(headers.get('X-RateLimit-Limit')),
  remaining: Number(headers.get('X-RateLimit-Remaining')),
  name: headers.get('RateLimit')?.split(';')[0],
});

describe('a person at the console', () => {
  test('who looks at everything takes nothing from the keys, and the keys nothing from people', async () => {
    const asked = await Promise.all(Array.from({ length: 310 }, () => request(USAGE, { key: atConsole[0] })));
    const admitted = asked.filter(({ status }) => status === 200);
    expect(admitted).toHaveLength(300);
    const refused = asked.find(({ status }) => status === 429);
    expectError(refused as (typeof asked)[number], 'RATE_LIMITED');
    expect(limitsOf(refused as (typeof asked)[number])).toEqual({ limit: 300, remaining: 0, name: '"person"' });
    expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
    expect(limitsOf(await request(USAGE, { key: atConsole[1] }))).toMatchObject({ limit: 300, remaining: 299 });
    const ofKey = await partner.request(USAGE);
    expect({ status: ofKey.status, ...limitsOf(ofKey) }).toMatchObject({ status: 200, limit: 60, remaining: 59 });

    await Promise.all(Array.from({ length: 60 }, () => partner.request(USAGE)));
    expectError(await partner.request(USAGE), 'RATE_LIMITED');
    expect(limitsOf(await request(USAGE, { key: atConsole[1] }))).toMatchObject({ limit: 300, remaining: 298 });
  });

  test('has another counter under /partners than the keys have', async () => {
    const other = await createPartner({ plan: 'starter' });
    const key = await tokenAtConsole(await createUser(other.id));
    const reply = await request(WEBHOOKS, { key });
    expect(reply.headers.get('RateLimit-Policy')).toBe(
      '"person";q=300;w=60, "people-day";q=100000;w=86400, "partner";q=300;w=60',
    );
    expect(limitsOf(await other.request(WEBHOOKS))).toMatchObject({ limit: 60, remaining: 59 });
  });

  test('counts with the plan where another program acts for them', async () => {
    const other = await createPartner({ plan: 'starter' });
    const person = await createUser(other.id);
    const { access_token: key } = await signIn(await createOauthClient(other.id), person);
    expect(limitsOf(await request(USAGE, { key }))).toEqual({ limit: 60, remaining: 59, name: '"plan"' });
    expect(limitsOf(await request(USAGE, { key: await tokenAtConsole(person) }))).toMatchObject({ limit: 300 });
  });

  test('sees what people and programs may ask for, and have asked for today', async () => {
    const other = await createPartner({ plan: 'enterprise' });
    const key = await tokenAtConsole(await createUser(other.id));
    await request(USAGE, { key });
    const { requests } = await usageOf(other);
    expect(requests).toEqual({
      per_minute_limit: 1_000,
      per_day_limit: 100_000,
      used_today: 1,
      people: { per_minute_limit: 1_000, per_day_limit: 100_000, used_today: 1 },
    });
  });
});
