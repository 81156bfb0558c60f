import { beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { namedAuditEntryResource } from '../../api/audit-log/area.ts';
import { FIRST_DAY } from '../environment/days.ts';
import { expectError, read, request } from '../environment/http.ts';
import { createUser, type Person, signInToConsole } from '../environment/oauth.ts';
import { createPartner, type Partner } from '../environment/partners.ts';

const LOG = 'GET /app/audit-log';
const EXPORT = 'GET /app/audit-log/export';
const page = z.object({
  data: z.array(namedAuditEntryResource.schema),
  meta: z.object({ per_page: z.number(), next_cursor: z.string().nullable() }),
});

let partner: Partner;
let person: Person;
let key: string;
beforeAll(async () => {
  partner = await createPartner();
  person = await createUser(partner.id, 'admin');
  key = (await signInToConsole(person)).access_token;
  for (const name of ['One', 'Two, "quoted"', 'Three']) await request('POST /app/keys', { key, body: { name } });
  await partner.request('POST /content-workflow/brand-voices', { body: { name: 'Voice' } });
});

const list = async (query: Record<string, string | number> = {}) => read(await request(LOG, { key, query }), page);
const actions = ({ data }: z.output<typeof page>) => data.map(({ attributes }) => attributes.action);

describe('the audit log of the own partner', () => {
  test('names who did what, newest first', async () => {
    const { data } = await list({ action: 'partner_keys.create', actor_kind: 'user' });
    expect(data).toHaveLength(3);
    expect(data[0]?.attributes).toMatchObject({
      actor_kind: 'user',
      actor_id: person.id,
      actor_name: 'Test',
      resource_type: 'partner_key',
    });
  });

  test('is read page by page, each entry once', async () => {
    const whole = await list({ per_page: 100 });
    expect(whole.meta.next_cursor).toBeNull();
    const seen: number[] = [];
    for (let cursor: string | null = 'begin'; cursor !== null; ) {
      const { data, meta }: z.output<typeof page> = await list({ per_page: 2, cursor });
      seen.push(...data.map(({ id }) => Number(id)));
      cursor = meta.next_cursor;
    }
    expect(seen).toEqual(whole.data.map(({ id }) => Number(id)));
    expect(seen.length).toBeGreaterThan(5);
  });

  test('is filtered by actor, action, record and days', async () => {
    expect(actions(await list({ actor_kind: 'partner_key', actor_id: partner.key.id }))).toEqual([
      'brand_voices.create',
    ]);
    expect(actions(await list({ action: 'brand_voices.create' }))).toEqual(['brand_voices.create']);
    const [entry] = (await list({ resource_type: 'partner_key' })).data;
    const { resource_id } = entry?.attributes ?? { resource_id: '' };
    expect((await list({ resource_type: 'partner_key', resource_id })).data.map(({ id }) => id)).toEqual([entry?.id]);
    expect((await list({ to: '2020-01-01' })).data).toEqual([]);
    expect((await list({ from: FIRST_DAY })).data.length).toBeGreaterThan(0);
  });

  test.each<Record<string, string | number>>([
    { cursor: 'x' },
    { cursor: '5' },
    { actor_id: 1 },
    { resource_id: '1' },
    { from: '2030-01-02', to: '2030-01-01' },
    { per_page: 101 },
  ])('is not asked for with %j', async (query) => {
    expectError(await request(LOG, { key, query }), 'VALIDATION_ERROR');
  });

  test('is for owners and admins at the console', async () => {
    const viewer = (await signInToConsole(await createUser(partner.id, 'editor'))).access_token;
    for (const name of [LOG, EXPORT] as const) {
      expectError(await request(name, { key: viewer }), 'FORBIDDEN');
      expectError(await partner.request(name), 'FORBIDDEN');
    }
  });

  test('shows nothing of another partner', async () => {
    const stranger = await createPartner();
    const other = (await signInToConsole(await createUser(stranger.id))).access_token;
    const { data } = read(await request(LOG, { key: other, query: { actor_kind: 'user', actor_id: person.id } }), page);
    expect(data).toEqual([]);
  });

  test('is exported as CSV with the same filters', async () => {
    const reply = await request(EXPORT, { key, query: { actor_kind: 'user', action: 'partner_keys.create' } });
    expect(reply.headers.get('Content-Type')).toBe('text/csv; charset=utf-8; header=present');
    const lines = reply.text.trim().split('\r\n');
    expect(lines[0]).toBe(
      'created_at,actor_kind,actor_id,actor_name,action,resource_type,resource_id,details,request_id',
    );
    expect(lines).toHaveLength(4);
    expect(lines[1]).toContain(`,user,${person.id},Test,partner_keys.create,partner_key,`);
    expect((await request(EXPORT, { key, query: { to: '2020-01-01' } })).text.trim()).toBe(lines[0]);
  });
});
