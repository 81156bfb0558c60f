import { beforeAll, expect, test } from '@jest/globals';
import { McpCaller, notificationOf } from '../environment/mcp.ts';
import { baseUrl, createOauthClient, createUser, ownToken, registerClient, signIn } from '../environment/oauth.ts';
import { createPartner, type Partner, requestAsAdmin } from '../environment/partners.ts';
import { runningStack } from '../environment/running-stack.ts';

let partner: Partner;

beforeAll(async () => {
  partner = await createPartner();
});

function callerWith(token: string, process: 0 | 1 = 0): McpCaller {
  const client = new McpCaller(runningStack().origins[process], { partnerId: partner.id });
  client.token = token;
  return client;
}

/** A token of a program that acts for itself. */
async function programToken(settings: object = {}, scope = 'mcp:full'): Promise<string> {
  const program = await createOauthClient(partner.id, settings);
  return ownToken(program, { scope, resource: `${baseUrl()}/mcp` });
}

test('a program with a token of its own uses a session on every process of the product', async () => {
  const token = await programToken();
  const client = callerWith(token);
  await client.initialize();
  const other = callerWith(token, 1);
  other.session = client.session;
  const settings = { query: 'What are credits?' };
  const result = await other.tool('execute_capability', { slug: 'platform_knowledge_query', settings });
  expect(result).toMatchObject({ isError: false, structuredContent: { status: 'pending' } });
  const read = await client.tool('get_execution', { execution_id: result.structuredContent.execution_id });
  expect(read).toMatchObject({ isError: false });
  expect((await other.send({ method: 'DELETE' })).status).toBe(204);
  expect((await client.request('ping')).status).toBe(404);
});

test('tokens for the REST API and keys are refused', async () => {
  const program = await createOauthClient(partner.id);
  const forApi = await ownToken(program, { scope: 'api', resource: baseUrl() });
  for (const token of [forApi, partner.key.text, runningStack().adminKey]) {
    const reply = await callerWith(token).request('ping');
    expect({ status: reply.status, code: reply.message?.error?.code }).toEqual({ status: 401, code: -32603 });
    const metadata = /resource_metadata="([^"]+)"/.exec(reply.headers.get('WWW-Authenticate') ?? '')?.[1] ?? '';
    const page = await (await fetch(metadata)).json();
    expect(page).toMatchObject({
      resource: `${baseUrl()}/mcp`,
      scopes_supported: expect.arrayContaining(['mcp:full']),
    });
  }
});

test('the scopes that were asked for are those that count', async () => {
  const client = callerWith(await programToken({}, 'mcp:tools:read'));
  await client.initialize();
  expect((await client.request('tools/list')).message.result.tools).toHaveLength(10);
  const call = await client.request('tools/call', { name: 'get_usage', arguments: {} });
  expect(call.message.error).toMatchObject({
    code: -32603,
    data: { scopes: ['mcp:full', 'mcp:tools', 'mcp:tools:write'] },
  });
});

test('a person’s role decides what there is, and a stream tells when it changes', async () => {
  const person = await createUser(partner.id, 'viewer');
  const program = await registerClient();
  const { access_token: token } = await signIn(program, person, { scope: 'mcp:full', resource: `${baseUrl()}/mcp` });
  const client = callerWith(token);
  await client.initialize();
  const names = async () => {
    const { tools } = (await client.request('tools/list')).message.result;
    return tools.map(({ name }: { name: string }) => name);
  };
  expect(await names()).not.toContain('execute_capability');
  const stream = await client.open();
  const reply = await requestAsAdmin('PATCH /3pi-partners/{partner_id}/users/{user_id}', {
    params: { partner_id: partner.id, user_id: person.id },
    body: { role: 'editor' },
  });
  expect(reply.status).toBe(200);
  await notificationOf(stream, 'notifications/tools/list_changed');
  expect(await names()).toContain('execute_capability');
  stream.leave();
});
