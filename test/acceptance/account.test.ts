import { beforeAll, describe, expect, test } from '@jest/globals';
import { consentResource, meResource, overviewResource } from '../../api/account/resource.ts';
import { one, page } from '../../api/resource.ts';
import { PERMISSIONS, ROLE_PERMISSIONS, ROLES, type Role } from '../../domain/kernel/permissions.ts';
import { sessionKeyOf } from '../../domain/mcp/rules.ts';
import { createBrandVoice } from '../environment/brand-voices.ts';
import { Browser } from '../environment/browser.ts';
import { withDatabase } from '../environment/database.ts';
import { complete } from '../environment/executions.ts';
import { expectError, type RouteName, read, request } from '../environment/http.ts';
import { createKnowledgeBase } from '../environment/knowledge-bases.ts';
import {
  baseUrl,
  createOauthClient,
  createUser,
  ownToken,
  type Person,
  type Program,
  requestToken,
  signIn,
  signInToConsole,
  type Tokens,
} from '../environment/oauth.ts';
import { createPartner, type Partner, usageOf } from '../environment/partners.ts';
import { runningStack } from '../environment/running-stack.ts';
import { createWebhook } from '../environment/webhooks.ts';

const ME: RouteName = 'GET /app/me';
const OVERVIEW: RouteName = 'GET /app/overview';
const CONSENTS: RouteName = 'GET /app/consents';
const END: RouteName = 'DELETE /app/consents/{id}';

let partner: Partner;
let other: Partner;
let person: Person;
let program: Program;
beforeAll(async () => {
  [partner, other] = await Promise.all([createPartner(), createPartner()]);
  [person, program] = await Promise.all([createUser(partner.id), createOauthClient(partner.id)]);
});

describe(ME, () => {
  const seenBy = async (key: string) => read(await request(ME, { key }), one(meResource).schema).data;

  test('tells a person name, role, permissions and partner', async () => {
    const analyst = await createUser(partner.id, 'analyst');
    const me = await seenBy((await signIn(program, analyst)).access_token);
    expect(me).toMatchObject({ type: 'me', id: analyst.id });
    expect(me.attributes).toMatchObject({ kind: 'user', name: 'Test', email: analyst.email, role: 'analyst' });
    expect(me.attributes.permissions).toEqual(ROLE_PERMISSIONS.analyst);
    expect(me.attributes.partner).toMatchObject({ id: partner.id, plan: 'enterprise' });
  });

  test('tells owners, and nobody else, where the engine shows its runs', async () => {
    const runsUrlFor = async (role: Role) =>
      (await seenBy((await signIn(program, await createUser(partner.id, role))).access_token)).attributes.runs_url;
    expect(await runsUrlFor('owner')).toMatch(/\/namespaces\/[^/]+\/workflows$/);
    for (const role of ROLES.filter((name) => name !== 'owner'))
      expect([role, await runsUrlFor(role)]).toEqual([role, null]);
    expect((await seenBy(partner.key.text)).attributes.runs_url).toBeNull();
    const page = await (await fetch(`${runningStack().origins[0]}/console`)).text();
    expect(page).not.toContain('/workflows');
  });

  test('gives the names that forms show, of the own records only, where they are asked for', async () => {
    const [own, other] = [await createPartner(), await createPartner()];
    const voice = await createBrandVoice(own, { name: 'Dry', products: [{ name: 'Anvil', description: 'Heavy.' }] });
    await createBrandVoice(other, { name: 'Loud' });
    const seen = async (query: Record<string, string>) =>
      read(await request(ME, { key: own.key.text, query }), one(meResource).schema).data.attributes;
    const asked = async (query: Record<string, string>) => (await seen(query)).names;
    expect(await asked({})).toBeUndefined();
    const names = await asked({ include: 'names' });
    expect(names?.brand_voices).toEqual([
      { id: voice.id, name: 'Dry', products: [{ id: voice.attributes.products[0]?.id, name: 'Anvil' }] },
    ]);
    expect(names?.capabilities).toContainEqual({
      slug: 'blog_post',
      name: 'Blog post',
      estimated_credits: expect.any(Number),
    });
    expect(names?.templates.length).toBeGreaterThan(0);
    expect(await seen({ include: 'names' })).not.toHaveProperty('unread_notifications');
    expectError(await request(ME, { key: own.key.text, query: { include: 'all' } }), 'VALIDATION_ERROR');
  });

  test('tells a key that it may do everything', async () => {
    const { id, attributes } = await seenBy(partner.key.text);
    expect(id).toBe(partner.key.id);
    expect(attributes).toMatchObject({ kind: 'key', email: null, role: null, permissions: PERMISSIONS });
  });

  test('tells a program that acts for itself its role', async () => {
    const viewer = await createOauthClient(partner.id, { name: 'Reader', role: 'viewer' });
    const { attributes } = await seenBy(await ownToken(viewer));
    expect(attributes).toMatchObject({ kind: 'client', name: 'Reader', role: 'viewer', permissions: ['view_content'] });
  });
});

describe(OVERVIEW, () => {
  const seenBy = async (key: string) => read(await request(OVERVIEW, { key }), one(overviewResource).schema).data;

  test('shows credits, what runs, what has failed of late, and endpoints in trouble; nothing of others', async () => {
    const busy = await createPartner();
    const make = () => complete(busy, 'platform_knowledge_query', { settings: { query: 'What is a credit?' } });
    const [{ id: open }, { id: failed }, { id: old }] = [await make(), await make(), await make()];
    const [well, sick, off] = [await webhook(busy), await webhook(busy), await webhook(busy)];
    await withDatabase(async (client) => {
      await client.query(`UPDATE execution SET status = 'executing' WHERE id = $1`, [open]);
      await client.query(`UPDATE execution SET status = 'failed' WHERE id = ANY($1)`, [[failed, old]]);
      await client.query(`UPDATE execution SET created_at = now() - interval '8 days' WHERE id = $1`, [old]);
      await client.query('UPDATE webhook_endpoint SET failure_count = 2 WHERE id = $1', [sick]);
      await client.query(`UPDATE webhook_endpoint SET active = false, disabled_reason = 'Gone' WHERE id = $1`, [off]);
    });
    const { id, attributes } = await seenBy(busy.key.text);
    expect(id).toBe(busy.id);
    expect(attributes.running.map((execution) => execution.id)).toEqual([open]);
    expect(attributes.failed.map((execution) => execution.id)).toEqual([failed]);
    const troubled = attributes.endpoints_in_trouble?.map((endpoint) => endpoint.id);
    expect(troubled).toHaveLength(2);
    expect(troubled).toEqual(expect.arrayContaining([sick, off]));
    expect(troubled).not.toContain(well);
    const { credits, requests, daily } = await usageOf(busy);
    expect(attributes).toMatchObject({ credits, daily, requests: { per_day_limit: requests.per_day_limit } });
    expect((await seenBy(other.key.text)).attributes).toMatchObject({
      running: [],
      failed: [],
      endpoints_in_trouble: [],
    });
  });

  test('has no webhooks for a role that may not see them', async () => {
    const viewer = await signIn(program, await createUser(partner.id, 'viewer'));
    expect((await seenBy(viewer.access_token)).attributes.endpoints_in_trouble).toBeNull();
  });

  test('leads people at the console through first steps until all are done or put away', async () => {
    const fresh = await createPartner();
    const { access_token: owner } = await signInToConsole(await createUser(fresh.id));
    const { access_token: editor } = await signInToConsole(await createUser(fresh.id, 'editor'));
    const { access_token: viewer } = await signInToConsole(await createUser(fresh.id, 'viewer'));
    const stepsOf = async (key: string) => (await seenBy(key)).attributes.first_steps;
    const open = (step: string) => ({ step, done: false });
    const done = (step: string) => ({ step, done: true });
    expect(await stepsOf(owner)).toEqual(['brand_voice', 'document', 'content', 'webhook'].map(open));
    expect(await stepsOf(editor)).toEqual(['brand_voice', 'document', 'content'].map(open));
    expect(await stepsOf(viewer)).toBeNull();
    expect(await stepsOf(fresh.key.text)).toBeNull();

    await createBrandVoice(fresh);
    await createKnowledgeBase(fresh, { 'a.txt': 'What we sell.' });
    expect(await stepsOf(owner)).toEqual([done('brand_voice'), done('document'), open('content'), open('webhook')]);
    await complete(fresh, 'blog_post', { settings: { topic: 'First steps' } });
    expect(await stepsOf(editor)).toBeNull();
    expect(await stepsOf(owner)).toEqual([...['brand_voice', 'document', 'content'].map(done), open('webhook')]);

    const put = (key: string, hides_first_steps: boolean) =>
      request('PATCH /app/me', { key, body: { hides_first_steps } });
    expect(read(await put(owner, true), one(meResource).schema).data.attributes.hides_first_steps).toBe(true);
    expect(await stepsOf(owner)).toBeNull();
    await put(owner, false);
    expect(await stepsOf(owner)).toContainEqual(open('webhook'));
    const id = await webhook(fresh);
    expect(await stepsOf(owner)).toBeNull();
    // What is there counts.
    await request('DELETE /partners/webhooks/{id}', { key: fresh.key.text, params: { id } });
    expect(await stepsOf(owner)).toContainEqual(open('webhook'));
  });

  const webhook = async (of: Partner) => (await createWebhook(of, { url: 'https://198.51.99.1/hook' })).id;
});

describe(CONSENTS, () => {
  test('lists what a person has permitted programs, newest first, in pages', async () => {
    const someone = await createUser(partner.id);
    const second = await createOauthClient(partner.id, { name: 'Second program' });
    const { access_token: key } = await signIn(program, someone);
    await signIn(second, someone, { scope: 'mcp:tools mcp:prompts', resource: `${baseUrl()}/mcp` });
    const shown = await consentsOf(key);
    expect(shown.map(({ attributes }) => attributes)).toMatchObject([
      { client_id: second.clientId, client_name: 'Second program', scopes: ['mcp:tools', 'mcp:prompts'] },
      { client_id: program.clientId, client_name: 'Test program', scopes: ['api'] },
    ]);
    expect(await consentsOf(key, { per_page: 1, page: 2 })).toEqual(shown.slice(1));
  });

  test('is empty for keys, and has nothing of other people', async () => {
    await signIn(program, person);
    expect(await consentsOf(partner.key.text)).toEqual([]);
    const byCursor = await request(CONSENTS, { key: partner.key.text, query: { cursor: 'begin' } });
    expect(byCursor.body).toMatchObject({ data: [], meta: { total: 0, next_cursor: null } });
    const { access_token: key } = await signIn(program, await createUser(partner.id));
    expect(await consentsOf(key)).toHaveLength(1);
  });
});

describe(END, () => {
  test('ends the tokens of that consent on their next request, and nobody else’s', async () => {
    const second = await createOauthClient(partner.id);
    const [first, ended] = [await signIn(program, person), await signIn(second, person)];
    const both = [0, 1] as const;
    for (const process of both) expect((await request(ME, { key: ended.access_token, process })).status).toBe(200);
    const id = await consentWith(first.access_token, second);
    expect((await request(END, { key: first.access_token, params: { id } })).status).toBe(204);
    for (const process of both) expectError(await request(ME, { key: ended.access_token, process }), 'UNAUTHORIZED');
    const refresh = { grant_type: 'refresh_token', refresh_token: ended.refresh_token ?? '' };
    expect((await requestToken(second, refresh)).body).toMatchObject({ error: 'invalid_grant' });
    expect((await request(ME, { key: first.access_token })).status).toBe(200);
    expectError(await request(END, { key: first.access_token, params: { id } }), 'NOT_FOUND');
  });

  test('ends the MCP sessions of the program, too', async () => {
    const second = await createOauthClient(partner.id);
    const { access_token: key } = await signIn(program, person);
    const agent = await signIn(second, person, { scope: 'mcp:tools', resource: `${baseUrl()}/mcp` });
    const session = await openMcpSession(agent);
    const id = await consentWith(key, second);
    expect((await request(END, { key, params: { id } })).status).toBe(204);
    const [row] = await withDatabase(
      async (client) =>
        (await client.query('SELECT ended_at FROM mcp_session WHERE id = $1', [sessionKeyOf(session)])).rows,
    );
    expect(row?.ended_at).toBeInstanceOf(Date);
  });

  test('has the person asked again where they are signed in still', async () => {
    const second = await createOauthClient(partner.id);
    const browser = new Browser();
    const { access_token: key } = await signIn(second, person, {}, browser);
    const id = await consentWith(key, second);
    expect((await request(END, { key, params: { id } })).status).toBe(204);
    expectError(await request(ME, { key }), 'UNAUTHORIZED');
    const again = await signIn(second, person, {}, browser);
    expect((await request(ME, { key: again.access_token })).status).toBe(200);
  });

  test('refuses what another person has permitted, whoever asks', async () => {
    const { access_token: key } = await signIn(program, person);
    const id = await consentWith(key, program);
    const colleague = await signIn(program, await createUser(partner.id));
    const stranger = await signIn(await createOauthClient(other.id), await createUser(other.id));
    for (const wrong of [colleague.access_token, stranger.access_token, partner.key.text]) {
      expectError(await request(END, { key: wrong, params: { id } }), 'FORBIDDEN');
    }
    expectError(await request(END, { key, params: { id: Number.MAX_SAFE_INTEGER } }), 'NOT_FOUND');
    expect((await request(ME, { key })).status).toBe(200);
  });
});

async function consentsOf(key: string, query: Record<string, number> = {}) {
  return read(await request(CONSENTS, { key, query }), page(consentResource).schema).data;
}

/** The latest consent of the bearer to the program. */
async function consentWith(key: string, { clientId }: Program): Promise<number> {
  const consent = (await consentsOf(key)).find(({ attributes }) => attributes.client_id === clientId);
  if (!consent) throw new Error('There is no such consent.');
  return consent.id;
}

async function openMcpSession({ access_token }: Tokens): Promise<string> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const response = await fetch(`${baseUrl()}/mcp`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      Authorization: `Bearer ${access_token}`,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
  });
  await response.text();
  return response.headers.get('Mcp-Session-Id') ?? '';
}
