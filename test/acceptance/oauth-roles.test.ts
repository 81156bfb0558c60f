import { beforeAll, describe, expect, test } from '@jest/globals';
import { toolsOf } from '../../api/area.ts';
import { AREAS } from '../../api/areas.ts';
import { ROLE_PERMISSIONS, ROLES, type Role } from '../../domain/kernel/permissions.ts';
import { expectError, open, request } from '../environment/http.ts';
import { McpCaller, type McpReply } from '../environment/mcp.ts';
import { baseUrl, createOauthClient, createUser, ownToken, signIn } from '../environment/oauth.ts';
import { createPartner, type Partner, requestAsAdmin } from '../environment/partners.ts';
import { routeNamed } from '../environment/routes.ts';
import { runningStack } from '../environment/running-stack.ts';
import { ROUTES, unknownParams } from '../samples/table.ts';

const OF_PARTNERS = ROUTES.filter(
  // A feed token has no role, and what the console's people may do has tests of its own.
  (name) =>
    !['administrator', 'calendar_feed', 'console', 'console_admin'].includes(routeNamed(name).operation.permission),
);
const CAPABILITY = { slug: 'blog_post' };

/** One partner per role: all routes together exceed the rate limit of a plan. */
const partners: Partial<Record<Role, Partner>> = {};
const tokens: Partial<Record<Role, string>> = {};
const clientTokens: Partial<Record<Role, string>> = {};
beforeAll(async () => {
  for (const role of ROLES) {
    const partner = await createPartner();
    const { id } = partner;
    partners[role] = partner;
    tokens[role] = (await signIn(await createOauthClient(id), await createUser(id, role))).access_token;
    clientTokens[role] = await ownToken(await createOauthClient(id, { role }));
  }
});

describe.each(OF_PARTNERS)('%s', (name) => {
  const { permission } = routeNamed(name).operation;

  test.each(ROLES)('is open to %s by the table of roles, to people and programs alike', async (role) => {
    const permitted = permission === 'partner' || ROLE_PERMISSIONS[role].some((one) => one === permission);
    const ask = async (key: string) => {
      // For an endless stream the headers are enough.
      const isEndless = name === 'GET /content-workflow/kanban/events';
      if (isEndless) return expectStream(key);
      const reply = await request(name, {
        key,
        params: unknownParams(name),
        body: name.startsWith('GET') ? undefined : {},
      });
      if (permitted) expect(reply.text).not.toContain('Your role does not permit this');
      else expectError(reply, 'FORBIDDEN');
      if (!permitted) expect(reply.text).toContain('Your role does not permit this');
    };
    await Promise.all([ask(tokens[role] ?? ''), ask(clientTokens[role] ?? '')]);
  });
});

async function expectStream(key: string): Promise<void> {
  const leaving = new AbortController();
  const { status } = await open('GET', '/api/v1/content-workflow/kanban/events', { key }, leaving.signal);
  leaving.abort();
  expect(status).toBe(200);
}

test('a viewer sees the tools that its permissions cover, and may call no other', async () => {
  const viewer = await createOauthClient(partners.viewer?.id ?? 0, { role: 'viewer' });
  const client = new McpCaller(runningStack().origins[0], { partnerId: partners.viewer?.id ?? 0 });
  client.token = await ownToken(viewer, { scope: 'mcp:full', resource: `${baseUrl()}/mcp` });
  await client.initialize();
  const seen: string[] = [];
  for (let cursor: string | null | undefined = null; cursor !== undefined; ) {
    const { result }: McpReply['message'] = (await client.request('tools/list', { cursor })).message;
    seen.push(...result.tools.map(({ name }: { name: string }) => name));
    cursor = result.nextCursor;
  }
  const open = (permission: string) =>
    permission === 'partner' || ROLE_PERMISSIONS.viewer.some((one) => one === permission);
  const tools = toolsOf(AREAS);
  expect(seen.toSorted()).toEqual(
    tools
      .filter(({ permission }) => open(permission))
      .map(({ name }) => name)
      .toSorted(),
  );
  const refused = tools.filter(({ permission }) => !open(permission));
  const replies = await Promise.all(
    refused.map(async ({ name }) => ({
      name,
      ...(await client.request('tools/call', { name, arguments: {} })).message.error,
    })),
  );
  expect(replies).toMatchObject(refused.map(({ name, permission }) => ({ name, code: -32603, data: { permission } })));
});

describe('a token', () => {
  test('is none of an administrator', async () => {
    expectError(await request('GET /3pi-partners', { key: tokens.owner ?? '' }), 'FORBIDDEN');
  });

  test('opens nothing of another partner', async () => {
    const other = await createPartner();
    const body = { settings: { topic: 'Ours' } };
    const made = await other.request('POST /content-workflow/capabilities/{slug}/execute', {
      params: CAPABILITY,
      body,
    });
    const { id } = (made.body as { data: { id: number } }).data;
    expectError(
      await request('GET /content-workflow/executions/{id}', { key: tokens.owner ?? '', params: { id } }),
      'FORBIDDEN',
    );
  });

  test('starts work that is paid by the partner and told apart in the audit log', async () => {
    const key = clientTokens.editor ?? '';
    const body = { settings: { topic: 'Tokens' } };
    const made = await request('POST /content-workflow/capabilities/{slug}/execute', { key, params: CAPABILITY, body });
    expect(made.status).toBe(201);
    const log = await requestAsAdmin('GET /3pi-partners/{partner_id}/audit-log', {
      params: { partner_id: partners.editor?.id ?? 0 },
    });
    const { data } = log.body as { data: { attributes: object }[] };
    expect(data.map(({ attributes }) => attributes)).toContainEqual(
      expect.objectContaining({ action: 'executions.execute', actor_kind: 'client', actor_id: expect.any(Number) }),
    );
  });

  test('spends on nothing that the partner may not use', async () => {
    const bounded = await createPartner();
    const params = { partner_id: bounded.id };
    await requestAsAdmin('PATCH /3pi-partners/{partner_id}', { params, body: { capabilities: ['faq'] } });
    const key = await ownToken(await createOauthClient(bounded.id));
    const reply = await request('POST /content-workflow/capabilities/{slug}/execute', {
      key,
      params: CAPABILITY,
      body: { settings: { topic: 'Ours' } },
    });
    expectError(reply, 'CAPABILITY_NOT_ALLOWED');
  });

  test('takes from the counters of the plan, which it shares with the keys', async () => {
    const small = await createPartner({ plan: 'starter' });
    const key = await ownToken(await createOauthClient(small.id));
    const first = await request('GET /app/usage-data', { key });
    const second = await small.request('GET /app/usage-data');
    const remaining = (reply: typeof first) => Number(reply.headers.get('X-RateLimit-Remaining'));
    expect([remaining(first), remaining(second)]).toEqual([59, 58]);
  });

  test('repeats nothing under an Idempotency-Key, and shares no keys with other programs', async () => {
    const other = await ownToken(await createOauthClient(partners.owner?.id ?? 0, { role: 'admin' }));
    const headers = { 'Idempotency-Key': `role-${Date.now()}` };
    const body = { settings: { topic: 'Once' } };
    const execute = (key = '') =>
      request('POST /content-workflow/capabilities/{slug}/execute', { key, params: CAPABILITY, body, headers });
    const [first, again] = [await execute(clientTokens.owner), await execute(clientTokens.owner)];
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect((await execute(other)).headers.get('Idempotency-Replayed')).toBeNull();
  });
});
