import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { untilBlockedBy } from '../environment/blocked.ts';
import { openConnection } from '../environment/database.ts';
import { expectError, type Reply, type RouteName, request, send } from '../environment/http.ts';
import { digestRowsOf } from '../environment/partner-rows.ts';
import { routeNamed } from '../environment/routes.ts';
import { waitUntil } from '../environment/wait-until.ts';
import { callRoute, createSamplePartner, inputFor, keyFor, paramsFor } from '../samples/partner.ts';
import type { SamplePartner } from '../samples/sample.ts';
import { ROUTES } from '../samples/table.ts';

let mine: SamplePartner;
let database: Awaited<ReturnType<typeof openConnection>>;
beforeAll(async () => {
  database = await openConnection();
  mine = await createSamplePartner();
});
afterAll(() => database?.end());

const isRoute = (name: string): name is RouteName => ROUTES.some((known) => known === name);
const pathOf = (name: RouteName) => name.slice(name.indexOf(' ') + 1);
const PATCHES = ROUTES.filter((name) => name.startsWith('PATCH'));
const RECORDS = ROUTES.filter((name) => {
  const route = routeNamed(name);
  const isEdited = isRoute(`PATCH ${pathOf(name)}`);
  return name.startsWith('GET') && route.kind === 'json' && !route.startsWork && (isEdited || name.endsWith('}'));
});

describe.each(RECORDS)('%s', (name) => {
  test('has an entity tag, by which it is not sent again', async () => {
    const { reply, again, tag } = await waitUntil(
      'two reads of the same record',
      async () => {
        const reply = await callRoute(mine, name);
        const tag = reply.headers.get('ETag') ?? '';
        const headers = { 'If-None-Match': `"other", W/${tag}` };
        return { reply, tag, again: await callRoute(mine, name, { headers }) };
      },
      // Work that is under way changes its record.
      ({ again }) => again.status === 304,
    );
    expect([reply.status, tag]).toEqual([200, expect.stringMatching(/^"[\w-]{27}"$/)]);
    expect([again.status, again.text, again.headers.get('ETag')]).toEqual([304, '', tag]);
    expect([again.headers.get('Content-Type'), again.headers.get('Cache-Control')]).toEqual([null, 'no-store']);
    const other = await callRoute(mine, name, { headers: { 'If-None-Match': '"other"' } });
    expect(other.status).toBe(200);
  });
});

test('HEAD has the tag of GET', async () => {
  const name = 'GET /content-workflow/brand-voices/{id}';
  const { headers } = await callRoute(mine, name);
  const path = `/api/v1/content-workflow/brand-voices/${await mine.idOf(pathOf(name))}`;
  const head = await send('HEAD', path, { key: mine.key.text });
  expect([head.status, head.text, head.headers.get('ETag')]).toEqual([200, '', headers.get('ETag')]);
});

/** The answer to a request that changes none of the partner's rows. Samples may still be under way: then it is asked again. */
async function callInVain(call: () => Promise<Reply>): Promise<Reply> {
  const { before, after, reply } = await waitUntil(
    'a request after which all rows are as before',
    async () => ({
      before: await digestRowsOf(database, mine.id),
      reply: await call(),
      after: await digestRowsOf(database, mine.id),
    }),
    ({ before, after }) => JSON.stringify(after) === JSON.stringify(before),
    { limitMs: 10_000 },
  ).catch(async () => ({
    before: await digestRowsOf(database, mine.id),
    reply: await call(),
    after: await digestRowsOf(database, mine.id),
  }));
  expect(after).toEqual(before);
  return reply;
}

describe.each(PATCHES)('%s', (name) => {
  let changed: Reply;
  let tag: string;
  beforeAll(async () => {
    changed = await callRoute(mine, name);
    tag = changed.headers.get('ETag') ?? '';
  });

  test('answers with the entity tag of the record', async () => {
    expect([changed.status, tag]).toEqual([200, expect.stringMatching(/^"[\w-]{27}"$/)]);
    const read = `GET ${pathOf(name)}`;
    if (isRoute(read)) expect((await callRoute(mine, read)).headers.get('ETag')).toBe(tag);
  });

  test('changes nothing where the record is so already', async () => {
    const repeated = await callInVain(() => callRoute(mine, name));
    expect(repeated).toMatchObject({ status: 200, body: changed.body });
  });

  test('changes nothing without a field', async () => {
    const empty = await callInVain(() => callRoute(mine, name, { input: {} }));
    if (empty.status === 200) expect(empty.body).toEqual(changed.body);
    else expectError(empty, 'VALIDATION_ERROR');
  });

  test('goes on with the tag of the record, one of several, and any', async () => {
    for (const given of [tag, `"other", ${tag}`, '*']) {
      const reply = await callRoute(mine, name, { headers: { 'If-Match': given } });
      expect([given, reply.status, reply.headers.get('ETag')]).toEqual([given, 200, tag]);
    }
  });

  test.each(['"other"', 'weak', 'other'])('is refused with another tag: %s', async (kind) => {
    const given = kind === 'weak' ? `W/${tag}` : kind;
    const reply = await callInVain(() => callRoute(mine, name, { headers: { 'If-Match': given } }));
    expect(expectError(reply, 'PRECONDITION_FAILED')).toEqual({});
  });

  const [field] = ['name', 'title', 'description', 'problem_statement', 'legal_name'].filter(
    (known) => known in properties(name),
  );
  if (field) {
    test('of two changes at once of the same version, one wins', async () => {
      const input = await inputFor(mine, name);
      const texts = [`One ${Math.random()}`, `Other ${Math.random()}`];
      const replies = await Promise.all(
        texts.map((text, index) =>
          callRoute(mine, name, {
            input: { ...input, [field]: text },
            headers: { 'If-Match': tag },
            process: index === 0 ? 0 : 1,
          }),
        ),
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 412]);
      const winner = replies.findIndex(({ status }) => status === 200);
      const { data } = (replies[winner] as Reply).body as { data: { attributes?: object } };
      expect(data.attributes ?? data).toMatchObject({ [field]: texts[winner] });
      // What won is what is there: a repeat of it changes nothing.
      const again = { ...input, [field]: texts[winner] };
      const won = replies[winner]?.headers.get('ETag') ?? '';
      const repeated = await callRoute(mine, name, { input: again, headers: { 'If-Match': won } });
      expect([repeated.status, repeated.headers.get('ETag')]).toEqual([200, won]);
    });
  }
});

function properties(name: RouteName): object {
  const { shape } = routeNamed(name).operation.input as { shape?: object };
  return shape ?? {};
}

describe('a record that is made', () => {
  const MADE = ROUTES.filter((name) => {
    const route = routeNamed(name);
    return name.startsWith('POST') && route.kind === 'json' && route.successStatus === 201;
  });

  test.each(MADE)('%s says where it is read', async (name) => {
    const made = await callRoute(mine, name);
    const location = made.headers.get('Location');
    if (made.status !== 201) return expect(location).toBeNull();
    if (location === null) return;
    const read = await send('GET', location, { key: keyFor(mine, name) });
    expect([location, read.status]).toEqual([location, 200]);
    const { data } = made.body as { data: { id?: unknown } };
    if (data.id !== undefined && !name.includes('dry-run')) expect(read.body).toMatchObject({ data: { id: data.id } });
    const tag = made.headers.get('ETag');
    // A document is read by the worker meanwhile.
    if (tag !== null && !name.endsWith('/documents')) expect(read.headers.get('ETag')).toBe(tag);
  });

  test('has the tag and the address in a repeat with the same Idempotency-Key, too', async () => {
    const options = {
      key: mine.key.text,
      body: await inputFor(mine, 'POST /content-workflow/brand-voices'),
      headers: { 'Idempotency-Key': `conditional-${mine.id}` },
    };
    const first = await request('POST /content-workflow/brand-voices', options);
    const again = await request('POST /content-workflow/brand-voices', options);
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    for (const header of ['ETag', 'Location']) {
      expect(first.headers.get(header)).toEqual(expect.any(String));
      expect(again.headers.get(header)).toBe(first.headers.get(header));
    }
  });
});

describe('DELETE', () => {
  const path = '/content-workflow/brand-voices/{id}';

  test('is refused with an older tag, and goes on with the present one', async () => {
    const body = await inputFor(mine, 'POST /content-workflow/brand-voices');
    const key = mine.key.text;
    const made = await request('POST /content-workflow/brand-voices', { key, body });
    const { id } = (made.body as { data: { id: number } }).data;
    const old = made.headers.get('ETag') ?? '';
    const changed = await request(`PATCH ${path}`, { key, params: { id }, body: { tone: 'Later' } });
    const remove = (tag: string) => request(`DELETE ${path}`, { key, params: { id }, headers: { 'If-Match': tag } });
    expectError(await remove(old), 'PRECONDITION_FAILED');
    expect((await request(`GET ${path}`, { key, params: { id } })).status).toBe(200);
    expect((await remove(changed.headers.get('ETag') ?? '')).status).toBe(204);
    expectError(await remove('*'), 'NOT_FOUND');
  });

  test('of a record without a tag is met by * only', async () => {
    const params = await paramsFor(mine, 'DELETE /app/consents/{id}').catch(() => undefined);
    if (!params) throw new Error('There is no sample of a consent.');
    const name = 'DELETE /app/consents/{id}';
    expectError(await callRoute(mine, name, { headers: { 'If-Match': '"any"' } }), 'PRECONDITION_FAILED');
    expect((await callRoute(mine, name, { headers: { 'If-Match': '*' } })).status).toBe(204);
  });
});

test('a change that waits for another one is held against the version that this leaves', async () => {
  const name = 'PATCH /content-workflow/brand-voices/{id}';
  const id = await mine.idOf(pathOf(name));
  const tag = (await callRoute(mine, 'GET /content-workflow/brand-voices/{id}')).headers.get('ETag') ?? '';
  await database.query('BEGIN');
  let waiting: Promise<Reply> | undefined;
  try {
    await database.query('UPDATE brand_voice SET tone = $2 WHERE id = $1', [id, `Other ${Math.random()}`]);
    waiting = callRoute(mine, name, { input: { audience: 'Later' }, headers: { 'If-Match': tag } });
    await untilBlockedBy(database);
  } finally {
    await database.query('COMMIT');
  }
  expectError(await waiting, 'PRECONDITION_FAILED');
});

test('a webhook that is switched by PUT is held against the tag of the webhook', async () => {
  const name = 'PUT /partners/webhooks/{id}/toggle';
  expectError(await callRoute(mine, name, { headers: { 'If-Match': '"older"' } }), 'PRECONDITION_FAILED');
  const { headers } = await callRoute(mine, 'GET /partners/webhooks/{id}');
  const reply = await callRoute(mine, name, { headers: { 'If-Match': headers.get('ETag') ?? '' } });
  expect(reply.status).toBe(200);
  expect(reply.headers.get('ETag')).not.toBe(headers.get('ETag'));
});

test('of eight personas at once for the same version of a session, one speaks', async () => {
  const key = mine.key.text;
  const body = { agent_id: await mine.idOf('/content-workflow/agents/{id}') };
  const started = await request('POST /dry-run/sessions/start', { key, body });
  const params = { token: (started.body as { data: { id: string } }).data.id };
  const session = () => request('GET /dry-run/sessions/{token}', { key, params });
  const tag = (await session()).headers.get('ETag') ?? '';
  const name = 'PUT /dry-run/sessions/{token}/persona';
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      request(name, {
        key,
        params,
        body: { name: `Persona ${index}` },
        headers: { 'If-Match': tag },
        process: index % 2 === 0 ? 0 : 1,
      }),
    ),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(412)]);
  const winner = replies.findIndex(({ status }) => status === 200);
  const now = await session();
  expect(now.body).toMatchObject({ data: { attributes: { persona: { name: `Persona ${winner}` } } } });
  // An answer without the messages is not what the tag covers.
  expect(replies[winner]?.headers.get('ETag')).toBeNull();
  const goOn = { key, params, body: { name: 'Next' }, headers: { 'If-Match': now.headers.get('ETag') ?? '' } };
  expect((await request(name, goOn)).status).toBe(200);
});

test('lists have no tag', async () => {
  const reply = await callRoute(mine, 'GET /content-workflow/brand-voices', { headers: { 'If-None-Match': '*' } });
  expect([reply.status, reply.headers.get('ETag')]).toEqual([200, null]);
});
