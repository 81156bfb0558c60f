import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ended, execute } from '../environment/executions.ts';
import { ModernCaller, notificationOf, streamEnded } from '../environment/mcp.ts';
import { createPartner, type Partner, requestAsAdmin } from '../environment/partners.ts';
import { runningStack } from '../environment/running-stack.ts';
import { addFault, marker, removeFaults } from '../environment/sandbox-ai.ts';
import { waitUntil } from '../environment/wait-until.ts';
import { type McpProcess, startMcpProcess } from '../mcp/process.ts';

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const TASKS = 'io.modelcontextprotocol/tasks';
const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';
const SERVER = {
  'io.modelcontextprotocol/serverInfo': { name: 'marketwright', title: 'Marketwright', version: expect.any(String) },
};
const QUERY = { settings: { query: 'What are credits?' } };

let processes: [McpProcess, McpProcess];
let partner: Partner;

beforeAll(async () => {
  const { environment } = runningStack();
  const start = () => startMcpProcess(environment, { times: { heartbeatMs: 500, lifetimeMs: 1_000 } });
  processes = await Promise.all([start(), start()]);
  partner = await createPartner();
});
afterAll(() => Promise.all((processes ?? []).map((process) => process.kill())));

function caller(claims: object = {}, process: 0 | 1 = 0): ModernCaller {
  return new ModernCaller(processes[process].origin, { partnerId: partner.id, ...claims });
}

describe('a request without a session', () => {
  test('server/discover names versions, capabilities and how to use them, and opens no session', async () => {
    const reply = await caller().ask('server/discover');
    expect(reply).toMatchObject({ status: 200, message: { id: 1 } });
    expect(reply.headers.get('Mcp-Session-Id')).toBeNull();
    expect(reply.message.result).toMatchObject({
      resultType: 'complete',
      supportedVersions: ['2026-07-28', '2025-11-25'],
      capabilities: { tools: { listChanged: true }, resources: { subscribe: true, listChanged: true } },
      instructions: expect.stringContaining('list_capabilities'),
      ttlMs: 3_600_000,
      cacheScope: 'public',
      _meta: SERVER,
    });
  });

  test('lists the same tools as a session, page by page, in the same order on every process', async () => {
    const session = caller();
    const all = { 'X-MCP-Toolsets': 'all' };
    const names = await toolsOf((cursor) => caller().ask('tools/list', { ...(cursor && { cursor }) }, {}, all));
    const others = await toolsOf((cursor) => caller({}, 1).ask('tools/list', { ...(cursor && { cursor }) }, {}, all));
    expect(others).toEqual(names);
    await session.initialize();
    expect(names).toEqual(await toolsOf((cursor) => session.request('tools/list', { ...(cursor && { cursor }) })));
  });

  test.each([
    ['tools/list', {}, 300_000, 'private'],
    ['resources/list', {}, 0, 'private'],
    ['resources/templates/list', {}, 3_600_000, 'public'],
    ['resources/read', { uri: 'service://capabilities/blog_post' }, 0, 'private'],
    ['prompts/list', {}, 3_600_000, 'public'],
  ])('%s says for how long and for whom it can be kept', async (method, params, ttlMs, cacheScope) => {
    const { result } = (await caller().ask(method, params)).message;
    expect(result).toMatchObject({ resultType: 'complete', ttlMs, cacheScope, _meta: SERVER });
  });

  test.each([
    ['tools/call', { name: 'get_usage', arguments: {} }],
    ['prompts/get', { name: 'write_content', arguments: { topic: 'Zebras' } }],
    [
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'write_content' }, argument: { name: 'capability', value: 'blog' } },
    ],
  ])('%s is complete, and nothing to keep', async (method, params) => {
    const { result } = (await caller().ask(method, params)).message;
    expect(result).toMatchObject({ resultType: 'complete', _meta: SERVER });
    expect(result).not.toHaveProperty('ttlMs');
  });

  test('a session id in its header is of no use', async () => {
    const client = caller();
    const reply = await client.modern(client.message('server/discover'), { 'Mcp-Session-Id': 'x'.repeat(43) });
    expect(reply.status).toBe(200);
  });

  test('a notification is accepted', async () => {
    const { id: _id, ...notification } = caller().message('notifications/cancelled', { requestId: 1 });
    expect(await caller().modern(notification)).toMatchObject({ status: 202, text: '' });
  });
});

describe('a request that is refused', () => {
  const NAMED = { name: 'get_usage', arguments: {} };

  test.each<[string, number, string, object, Record<string, string>, object]>([
    [
      'names an unknown version',
      -32022,
      'tools/list',
      {},
      { 'MCP-Protocol-Version': '2027-01-01' },
      { [VERSION]: '2027-01-01' },
    ],
    [
      'names the version of sessions',
      -32022,
      'tools/list',
      {},
      { 'MCP-Protocol-Version': '2025-11-25' },
      { [VERSION]: '2025-11-25' },
    ],
    ['names a version that is no text', -32020, 'tools/list', {}, {}, { [VERSION]: 7 }],
    ['has another version in its header', -32020, 'tools/list', {}, { 'MCP-Protocol-Version': '2025-11-25' }, {}],
    ['has the version in its header alone', -32020, 'tools/list', {}, {}, { [VERSION]: undefined }],
    ['has no version in its header', -32020, 'tools/list', {}, { 'MCP-Protocol-Version': '' }, {}],
    ['has no method in its header', -32020, 'tools/list', {}, { 'Mcp-Method': '' }, {}],
    ['has another method in its header', -32020, 'tools/list', {}, { 'Mcp-Method': 'tools/call' }, {}],
    ['has no name in its header', -32020, 'tools/call', NAMED, { 'Mcp-Name': '' }, {}],
    ['has another name in its header', -32020, 'tools/call', NAMED, { 'Mcp-Name': 'get_me' }, {}],
    ['has a name that is not Base64', -32020, 'tools/call', NAMED, { 'Mcp-Name': '=?base64?Z2V0X3VzYWdl*?=' }, {}],
    [
      'has another resource in its header',
      -32020,
      'resources/read',
      { uri: 'service://executions/1' },
      { 'Mcp-Name': 'service://executions/2' },
      {},
    ],
    ['is an initialize with the header alone', -32020, 'initialize', {}, {}, { [VERSION]: undefined }],
    ['says nothing of the client’s capabilities', -32602, 'tools/list', {}, {}, { [CAPABILITIES]: undefined }],
    ['has capabilities that are no object', -32602, 'tools/list', {}, {}, { [CAPABILITIES]: [] }],
    [
      'wants an unknown level of log messages',
      -32602,
      'tools/list',
      {},
      {},
      { 'io.modelcontextprotocol/logLevel': 'loud' },
    ],
  ])('400: it %s', async (_what, code, method, params, headers, meta) => {
    const client = caller();
    const message = client.message(method, params, meta, 'mine');
    const reply = await client.modern(message, headers);
    expect(reply).toMatchObject({ status: 400, message: { jsonrpc: '2.0', id: 'mine', error: { code } } });
    if (code === -32022) {
      const requested = headers['MCP-Protocol-Version'];
      expect(reply.message.error.data).toEqual({ supported: ['2026-07-28', '2025-11-25'], requested });
    }
  });

  test.each([
    'initialize',
    'ping',
    'logging/setLevel',
    'resources/subscribe',
    'tasks/list',
    'tasks/result',
    'toString',
  ])('404: it asks for %s, which the version has not', async (method) => {
    const reply = await caller().ask(method);
    expect(reply).toMatchObject({ status: 404, message: { id: 1, error: { code: -32601 } } });
  });

  test('403: its token lacks the scope, which the challenge names', async () => {
    const reply = await caller({ scopes: ['mcp:prompts'] }).ask('tools/list');
    expect(reply).toMatchObject({ status: 403, message: { id: 1, error: { data: { scopes: expect.any(Array) } } } });
    expect(reply.headers.get('WWW-Authenticate')).toMatch(/error="insufficient_scope", scope="mcp:tools:read"/);
  });

  test('401: its token is unknown', async () => {
    const client = caller();
    client.token = 'nobody';
    expect(await client.ask('server/discover')).toMatchObject({ status: 401, message: { error: { code: -32603 } } });
  });

  test.each([
    ['tools/call', { name: 'no_such_tool' }],
    ['resources/read', { uri: 'service://executions/99999999' }],
    ['prompts/get', { name: 'no_such_prompt' }],
    ['tools/list', { cursor: 'mine' }],
  ])('%s of what there is not is an error in the answer', async (method, params) => {
    expect(await caller().ask(method, params)).toMatchObject({ status: 200, message: { error: { code: -32602 } } });
  });

  test('a reply is no message of this version', async () => {
    const body = { jsonrpc: '2.0', id: 1, result: {} };
    const reply = await caller().send({ body, headers: { 'MCP-Protocol-Version': '2026-07-28' } });
    expect(reply).toMatchObject({ status: 400, message: { error: { code: -32600 } } });
  });

  test('a name in Base64 is read', async () => {
    const name = `=?base64?${Buffer.from(NAMED.name).toString('base64')}?=`;
    const client = caller();
    const reply = await client.modern(client.message('tools/call', NAMED), { 'Mcp-Name': name });
    expect(reply.message.result).toMatchObject({ isError: false });
  });
});

describe('a call that waits', () => {
  test('reports progress and log messages on its own stream, and answers there', async () => {
    const client = caller();
    const given = { name: 'execute_capability', arguments: { slug: 'blog_post', settings: { topic: 'Zebras' } } };
    const meta = { progressToken: 'mine', 'io.modelcontextprotocol/logLevel': 'info' };
    const reply = await client.ask('tools/call', given, meta);
    const reports = reply.before.filter(({ method }) => method === 'notifications/progress');
    const values = reports.map(({ params }) => params.progress);
    expect(values.length).toBeGreaterThanOrEqual(3);
    expect(values).toEqual([...new Set(values)].sort((a, b) => a - b));
    expect(reports.every(({ params }) => params.progressToken === 'mine')).toBe(true);
    expect(reply.before.map(({ method }) => method)).toContain('notifications/message');
    expect(reply.events.every(({ id }) => id === undefined)).toBe(true);
    expect(reply.message.result).toMatchObject({ resultType: 'complete', structuredContent: { status: 'completed' } });
  });

  test('sends no log message that its client did not ask for', async () => {
    const given = { name: 'execute_capability', arguments: { slug: 'platform_knowledge_query', ...QUERY } };
    const reply = await caller().ask('tools/call', given, { progressToken: 1 });
    expect(reply.before.map(({ method }) => method)).not.toContain('notifications/message');
  });

  test('is cancelled with its execution, without cost, when its client closes the stream', async () => {
    const client = caller();
    const audience = marker();
    await addFault({ kind: 'hang', match: audience });
    const settings = { topic: 'Zebras', audience };
    const given = { name: 'execute_capability', arguments: { slug: 'blog_post', settings } };
    const stream = await client.stream(client.message('tools/call', given, { progressToken: 1 }));
    await notificationOf(stream, 'notifications/progress');
    const listed = await client.ask('tools/call', { name: 'list_executions', arguments: { per_page: 1 } });
    const { execution_id: id } = listed.message.result.structuredContent.data[0];
    stream.leave();
    expect((await ended(partner, id)).attributes).toMatchObject({ status: 'cancelled', credits_used: 0 });
    await removeFaults(audience);
  });
});

describe('a task', () => {
  const TAKES_TASKS = { [CAPABILITIES]: { extensions: { [TASKS]: {} } } };
  const QUESTION = { name: 'execute_capability', arguments: { slug: 'platform_knowledge_query', ...QUERY } };

  function begun(client: ModernCaller, given: object = QUESTION) {
    return client.ask('tools/call', given, TAKES_TASKS);
  }

  function asked(client: ModernCaller, method: string, params: { taskId: string; inputResponses?: object }) {
    const headers = { 'Mcp-Name': params.taskId };
    return client.modern(client.message(method, params, TAKES_TASKS), headers);
  }

  function completed(client: ModernCaller, taskId: string) {
    return waitUntil(
      'the task',
      async () => (await asked(client, 'tasks/get', { taskId })).message.result,
      (task) => task.status !== 'working',
    );
  }

  test('is what a call answers whose client takes tasks; any process knows it, also after a restart', async () => {
    const doomed = await startMcpProcess(runningStack().environment);
    const audience = marker();
    await addFault({ kind: 'hang', match: audience });
    const given = { slug: 'blog_post', settings: { topic: 'Zebras', audience } };
    const { message } = await begun(new ModernCaller(doomed.origin, { partnerId: partner.id }), {
      name: 'execute_capability',
      arguments: given,
    });
    await doomed.kill();
    await removeFaults(audience);
    expect(message.result).toEqual({
      resultType: 'task',
      taskId: expect.stringMatching(/^execution-\d+$/),
      status: 'working',
      statusMessage: expect.stringMatching(/^The execution is (pending|planning) \(\d+ %\)\.$/),
      createdAt: expect.stringMatching(/Z$/),
      lastUpdatedAt: expect.stringMatching(/Z$/),
      ttlMs: null,
      pollIntervalMs: 1_000,
      _meta: SERVER,
    });
    expect(await completed(caller(), message.result.taskId)).toMatchObject({
      resultType: 'complete',
      taskId: message.result.taskId,
      status: 'completed',
      result: { isError: false, structuredContent: { status: 'completed' } },
    });
  });

  test('whose execution fails is completed with an error, as the call would be', async () => {
    const audience = marker();
    await addFault({ kind: 'refuse', match: audience });
    const given = { slug: 'blog_post', settings: { topic: 'Zebras', audience } };
    const { message } = await begun(caller(), { name: 'execute_capability', arguments: given });
    const task = await completed(caller(), message.result.taskId);
    expect(task).toMatchObject({
      status: 'completed',
      result: { isError: true, structuredContent: { status: 'failed' } },
    });
    await removeFaults(audience);
  });

  test('is cancelled with its execution, and a second time without effect', async () => {
    const audience = marker();
    await addFault({ kind: 'hang', match: audience });
    const given = { slug: 'blog_post', settings: { topic: 'Zebras', audience } };
    const { taskId } = (await begun(caller(), { name: 'execute_capability', arguments: given })).message.result;
    for (let time = 0; time < 2; time += 1) {
      const { result } = (await asked(caller({}, 1), 'tasks/cancel', { taskId })).message;
      expect(result).toEqual({ resultType: 'complete', _meta: SERVER });
    }
    expect(await completed(caller(), taskId)).toMatchObject({ status: 'cancelled', statusMessage: expect.any(String) });
    await removeFaults(audience);
  });

  test('takes answers to questions that it has not asked', async () => {
    const { taskId } = (await begun(caller())).message.result;
    const { result } = (await asked(caller(), 'tasks/update', { taskId, inputResponses: { name: {} } })).message;
    expect(result).toEqual({ resultType: 'complete', _meta: SERVER });
    await completed(caller(), taskId);
  });

  test.each(['tasks/get', 'tasks/cancel', 'tasks/update'])(
    '%s of another partner’s, or of none, is -32602',
    async (method) => {
      const stranger = await createPartner();
      const id = await execute(stranger, 'platform_knowledge_query', QUERY);
      for (const taskId of [`execution-${id}`, 'execution-99999999', 'execution-0', 'mine']) {
        const reply = await asked(caller(), method, { taskId, inputResponses: {} });
        expect(reply.message.error).toEqual({ code: -32602, message: 'Task not found.', data: { taskId } });
      }
      expect((await ended(stranger, id)).attributes.status).toBe('completed');
    },
  );

  test('is for clients that take tasks', async () => {
    const client = caller();
    const requests = [
      client.message('tasks/get', { taskId: 'execution-1' }),
      client.message('subscriptions/listen', { notifications: { taskIds: ['execution-1'] } }),
    ];
    for (const message of requests) {
      const reply = await client.modern(message, { 'Mcp-Name': 'execution-1' });
      const data = { requiredCapabilities: { extensions: { [TASKS]: {} } } };
      expect(reply).toMatchObject({ status: 400, message: { error: { code: -32021, data } } });
    }
  });

  test('needs its id in the header', async () => {
    const message = caller().message('tasks/get', { taskId: 'execution-1' }, TAKES_TASKS);
    expect(await caller().modern(message)).toMatchObject({ status: 400, message: { error: { code: -32020 } } });
  });

  test('is sent to who listens to it, with its result', async () => {
    const stranger = await createPartner();
    const foreign = `execution-${await execute(stranger, 'platform_knowledge_query', QUERY)}`;
    const { taskId } = (await begun(caller())).message.result;
    const client = caller({ scopes: ['mcp:tools:write'] }, 1);
    const notifications = { taskIds: [taskId, foreign, 'mine'] };
    const stream = await client.stream(
      client.message('subscriptions/listen', { notifications }, TAKES_TASKS, 'stream'),
    );
    const sent = await waitUntil(
      'the result',
      () => stream.messages(),
      (messages) => messages.at(-1)?.params?.status === 'completed',
    );
    expect(sent[0].params.notifications).toEqual({ taskIds: [taskId, foreign] });
    const states = sent.slice(1);
    expect(states.every(({ method, params }) => method === 'notifications/tasks' && params.taskId === taskId)).toBe(
      true,
    );
    expect(states.at(-1).params).toMatchObject({ _meta: { [SUBSCRIPTION]: 'stream' }, result: { isError: false } });
    stream.leave();
  });
});

describe('subscriptions/listen', () => {
  const EVERYTHING = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };

  function listen(client: ModernCaller, notifications: object, id: string | number = 'stream') {
    return client.stream(client.message('subscriptions/listen', { notifications }, {}, id));
  }

  test('acknowledges first, and brings what was asked for, tagged, whichever process made it', async () => {
    const streams = await Promise.all([listen(caller(), EVERYTHING), listen(caller({}, 1), EVERYTHING)]);
    const quiet = await listen(caller(), { toolsListChanged: true });
    await Promise.all(
      [...streams, quiet].map((stream) => notificationOf(stream, 'notifications/subscriptions/acknowledged')),
    );
    await ended(partner, await execute(partner, 'platform_knowledge_query', QUERY));
    for (const stream of streams) {
      await notificationOf(stream, 'notifications/resources/list_changed');
      const [first] = stream.messages();
      expect(first).toMatchObject({
        method: 'notifications/subscriptions/acknowledged',
        params: { notifications: EVERYTHING },
      });
      expect(stream.messages().every(({ params }) => params._meta[SUBSCRIPTION] === 'stream')).toBe(true);
      expect(stream.events.every(({ id }) => id === undefined)).toBe(true);
      stream.leave();
    }
    expect(quiet.messages()).toHaveLength(1);
    quiet.leave();
  });

  test('brings what a resource does, and nothing of others', async () => {
    const ids = await Promise.all([1, 2].map(() => execute(partner, 'platform_knowledge_query', QUERY)));
    await Promise.all(ids.map((id) => ended(partner, id)));
    const uri = `service://executions/${ids[0]}`;
    const asked = { resourceSubscriptions: [uri, uri, 'https://example.com', 'service://nothing/1'] };
    const stream = await listen(caller(), asked, 7);
    await notificationOf(stream, 'notifications/subscriptions/acknowledged');
    expect(stream.messages()[0].params.notifications).toEqual({ resourceSubscriptions: [uri] });
    for (const id of ids.reverse()) {
      const archived = await partner.request('POST /content-workflow/executions/{id}/archive', { params: { id } });
      expect(archived.status).toBe(200);
    }
    await notificationOf(stream, 'notifications/resources/updated');
    expect(stream.messages().slice(1)).toEqual([
      { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri, _meta: { [SUBSCRIPTION]: 7 } } },
    ]);
    stream.leave();
  });

  test('hears nothing of other partners, and of nothing that its scopes do not cover', async () => {
    const stranger = await createPartner();
    const foreign = await listen(caller({ partnerId: stranger.id }), EVERYTHING);
    const narrow = await listen(caller({ scopes: ['mcp:prompts'] }), EVERYTHING);
    const own = await listen(caller(), EVERYTHING);
    await Promise.all(
      [foreign, narrow, own].map((stream) => notificationOf(stream, 'notifications/subscriptions/acknowledged')),
    );
    expect(narrow.messages()[0].params.notifications).toEqual({ promptsListChanged: true });
    const body = { capabilities: ['blog_post'] };
    const params = { partner_id: partner.id };
    expect((await requestAsAdmin('PATCH /3pi-partners/{partner_id}', { params, body })).status).toBe(200);
    for (const list of ['tools', 'resources', 'prompts'])
      await notificationOf(own, `notifications/${list}/list_changed`);
    await notificationOf(narrow, 'notifications/prompts/list_changed');
    await requestAsAdmin('PATCH /3pi-partners/{partner_id}', { params, body: { capabilities: null } });
    const methods = new Set(
      narrow
        .messages()
        .slice(1)
        .map(({ method }) => method),
    );
    expect(methods).toEqual(new Set(['notifications/prompts/list_changed']));
    expect(foreign.messages()).toHaveLength(1);
    for (const stream of [foreign, narrow, own]) stream.leave();
  });

  test('ends with an answer when its token ends', async () => {
    const stream = await listen(caller({ expiresAt: Date.now() + 3_000 }), EVERYTHING);
    await streamEnded(stream);
    expect(stream.messages().at(-1)).toEqual({
      jsonrpc: '2.0',
      id: 'stream',
      result: { resultType: 'complete', _meta: { ...SERVER, [SUBSCRIPTION]: 'stream' } },
    });
  });

  test('ends with an answer when the process stops', async () => {
    const stopped = await startMcpProcess(runningStack().environment);
    const stream = await listen(new ModernCaller(stopped.origin, { partnerId: partner.id }), EVERYTHING);
    await notificationOf(stream, 'notifications/subscriptions/acknowledged');
    await stopped.stop();
    await waitUntil('the end', () => stream.ended());
    expect(stream.messages().at(-1)).toMatchObject({ id: 'stream', result: { resultType: 'complete' } });
  });

  test.each([
    ['without a filter', {}],
    ['with a flag that is none', { notifications: { toolsListChanged: 'yes' } }],
    [
      'with too many resources',
      { notifications: { resourceSubscriptions: new Array(101).fill('service://executions/1') } },
    ],
  ])('%s is 400', async (_what, params) => {
    const reply = await caller().ask('subscriptions/listen', params);
    expect(reply).toMatchObject({ status: 400, message: { id: 1, error: { code: -32602 } } });
  });

  test('is 503 beyond the streams of a partner; a call then answers at once', async () => {
    const narrow = await startMcpProcess(runningStack().environment, { maxStreamsPerPartner: 1 });
    const client = new ModernCaller(narrow.origin, { partnerId: partner.id });
    const stream = await listen(client, EVERYTHING);
    const second = await client.ask('subscriptions/listen', { notifications: EVERYTHING });
    expect(second).toMatchObject({ status: 503, message: { error: { code: -32603 } } });
    const given = { name: 'execute_capability', arguments: { slug: 'platform_knowledge_query', ...QUERY } };
    const { result } = (await client.ask('tools/call', given, { progressToken: 1 })).message;
    expect(result.structuredContent.status).toBe('pending');
    stream.leave();
    await waitUntil('the stream to be closed', async () => {
      const third = await listen(client, EVERYTHING).catch(() => undefined);
      third?.leave();
      return third !== undefined;
    });
    await ended(partner, result.structuredContent.execution_id);
    await narrow.kill();
  });

  test('is 406 for a client that takes no stream', async () => {
    const client = caller();
    const message = client.message('subscriptions/listen', { notifications: {} });
    expect((await client.modern(message, { Accept: 'application/json' })).status).toBe(406);
  });
});

async function toolsOf(page: (cursor: string | undefined) => ReturnType<ModernCaller['ask']>): Promise<string[]> {
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const { result } = (await page(cursor)).message;
    names.push(...result.tools.map(({ name }: { name: string }) => name));
    cursor = result.nextCursor;
  } while (cursor !== undefined);
  return names;
}
