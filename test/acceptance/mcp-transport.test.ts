import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sessionKeyOf } from '../../domain/mcp/rules.ts';
import { withDatabase } from '../environment/database.ts';
import { freshAddress } from '../environment/http.ts';
import { MCP, McpCaller, type McpReply } from '../environment/mcp.ts';
import { createPartner, type Partner } from '../environment/partners.ts';
import { runningStack } from '../environment/running-stack.ts';
import { waitUntil } from '../environment/wait-until.ts';
import { type McpProcess, startMcpProcess } from '../mcp/process.ts';
import { testToken } from '../mcp/tokens.ts';

let processes: McpProcess[];
let partner: Partner;

beforeAll(async () => {
  const { environment } = runningStack();
  processes = await Promise.all([startMcpProcess(environment), startMcpProcess(environment)]);
  partner = await createPartner();
});
afterAll(() => Promise.all(processes?.map((process) => process.stop()) ?? []));

function caller(claims: object = {}, process = 0): McpCaller {
  return new McpCaller(processes[process]?.origin ?? '', { partnerId: partner.id, ...claims });
}

async function opened(claims: object = {}): Promise<McpCaller> {
  const client = caller(claims);
  await client.initialize();
  return client;
}

/** Errors raised before the message is parsed have no id. */
function expectRefusal(reply: McpReply, status: number, code: number, id: unknown = null): void {
  expect({ status: reply.status, message: reply.message }).toMatchObject({
    status,
    message: { jsonrpc: '2.0', id, error: { code, message: expect.any(String) } },
  });
}

describe('initialize', () => {
  test('answers version, name and capabilities, and names the session in a header', async () => {
    const reply = await caller().initialize();
    expect(reply.headers.get('Mcp-Session-Id')).toMatch(/^[\x21-\x7e]{22,}$/);
    expect(reply.message.result).toMatchObject({
      protocolVersion: '2025-11-25',
      serverInfo: { name: 'marketwright', version: expect.any(String) },
      capabilities: {
        tools: { listChanged: true },
        resources: { listChanged: true, subscribe: true },
        prompts: { listChanged: true },
      },
    });
  });

  test.each(['2024-11-05', '2025-03-26', '2025-06-18', '1999-01-01'])(
    'answers %s with the version it speaks',
    async (version) => {
      const reply = await caller().initialize(version);
      expect(reply.message.result.protocolVersion).toBe('2025-11-25');
    },
  );

  test('without its parameters is -32602 and opens no session', async () => {
    const reply = await caller().request('initialize', {});
    expect(reply).toMatchObject({ status: 200, message: { error: { code: -32602 } } });
    expect(reply.headers.get('Mcp-Session-Id')).toBeNull();
  });

  const client = { name: 'caller', version: '1' };

  test.each([
    ['capabilities.roots', { capabilities: { roots: 'x' } }],
    ['capabilities.sampling', { capabilities: { sampling: true } }],
    ['capabilities.elicitation', { capabilities: { elicitation: null } }],
    ['capabilities.experimental.a', { capabilities: { experimental: { a: 1 } } }],
    ['clientInfo.title', { clientInfo: { ...client, title: 5 } }],
    ['clientInfo.icons.0.src', { clientInfo: { ...client, icons: [{ src: 5 }] } }],
    ['_meta.io.modelcontextprotocol/related-task', { _meta: { 'io.modelcontextprotocol/related-task': 'x' } }],
  ])('with %s of another form is -32602 that names it, and opens no session', async (field, given) => {
    const offer = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: client, ...given };
    for (const accept of ['application/json', 'text/event-stream']) {
      const reply = await caller().request('initialize', offer, { Accept: accept }, 'i');
      expect({ status: reply.status, message: reply.message }).toEqual({
        status: 200,
        message: { jsonrpc: '2.0', id: 'i', error: { code: -32602, message: expect.stringContaining(field) } },
      });
      expect(reply.headers.get('Mcp-Session-Id')).toBeNull();
    }
  });

  test('takes the place of the session used longest ago when a subject has a hundred', async () => {
    const first = await opened({ subject: 'greedy' });
    await withDatabase((database) =>
      database.query(
        `INSERT INTO mcp_session (id, partner_id, subject, client_id, protocol_version, client_name, client_version, position, created_at, last_seen_at)
         SELECT 'filler-' || $1::bigint || '-' || n, $1::bigint, 'greedy', 'c', '2025-11-25', 'c', '1', 0, now(), now() FROM generate_series(1, 99) n`,
        [partner.id],
      ),
    );
    await caller({ subject: 'greedy' }).initialize();
    expectRefusal(await first.request('ping'), 404, -32600);
  });
});

/** The key by which the database has the session. */
const keyOf = ({ session }: { session: string | undefined }) => sessionKeyOf(String(session));

describe('sessions', () => {
  test('cannot be taken over by whoever reads the database', async () => {
    const client = await opened();
    const rows = await withDatabase(async (database) => {
      const statement = 'SELECT id FROM mcp_session WHERE id = ANY($1)';
      return (await database.query(statement, [[client.session, keyOf(client)]])).rows;
    });
    expect(rows).toEqual([{ id: keyOf(client) }]);
    client.session = keyOf(client);
    expectRefusal(await client.request('ping'), 404, -32600);
  });

  test('any process answers for them', async () => {
    const client = await opened();
    const other = caller({}, 1);
    other.session = client.session;
    expect((await other.request('ping')).message.result).toEqual({});
    expect((await client.request('ping')).message.result).toEqual({});
  });

  test('a request without one is 400, GET and DELETE too', async () => {
    const client = caller();
    expectRefusal(await client.request('ping'), 400, -32600);
    expectRefusal(await client.send({ method: 'GET', headers: { Accept: 'text/event-stream' } }), 400, -32600);
    expectRefusal(await client.send({ method: 'DELETE' }), 400, -32600);
  });

  test('an unknown one is 404', async () => {
    const client = caller();
    for (const session of ['x', 'a'.repeat(43), '\u00ff']) {
      client.session = session;
      expectRefusal(await client.request('ping'), 404, -32600);
      expectRefusal(await client.send({ body: '{' }), 404, -32600);
    }
  });

  test('ended by DELETE, it is 404 on every process', async () => {
    const client = await opened();
    const reply = await client.send({ method: 'DELETE' });
    expect({ status: reply.status, text: reply.text }).toEqual({ status: 204, text: '' });
    expectRefusal(await client.request('ping'), 404, -32600);
    const other = caller({}, 1);
    other.session = client.session;
    expectRefusal(await other.request('ping'), 404, -32600);
    expectRefusal(await client.send({ method: 'DELETE' }), 404, -32600);
  });

  test.each([
    ['another subject', () => ({ subject: 'user-2' })],
    ['another partner', () => ({ partnerId: 1 })],
  ])('of %s it is 404', async (_who, claims) => {
    const client = await opened();
    client.token = testToken({ partnerId: partner.id, ...claims() });
    expectRefusal(await client.request('tools/list'), 404, -32600);
    expectRefusal(await client.send({ method: 'DELETE' }), 404, -32600);
  });

  test('used, it lives on', async () => {
    const client = await opened();
    await withDatabase((database) =>
      database.query(`UPDATE mcp_session SET last_seen_at = now() - interval '23 hours' WHERE id = $1`, [
        keyOf(client),
      ]),
    );
    expect((await client.request('ping')).status).toBe(200);
    const age = () =>
      withDatabase(async (database) => {
        const statement = 'SELECT extract(epoch FROM now() - last_seen_at) AS seconds FROM mcp_session WHERE id = $1';
        return Number((await database.query(statement, [keyOf(client)])).rows[0]?.seconds);
      });
    await waitUntil('the use to be written down', age, (seconds) => seconds < 60);
  });

  test('unused for a day, it has ended', async () => {
    const client = await opened();
    await withDatabase((database) =>
      database.query(`UPDATE mcp_session SET last_seen_at = now() - interval '25 hours' WHERE id = $1`, [
        keyOf(client),
      ]),
    );
    expectRefusal(await client.request('ping'), 404, -32600);
  });
});

describe('tokens', () => {
  test.each([
    ['none', () => ''],
    ['no token at all', () => 'nonsense'],
    ['a partner key', () => partner.key.text],
    ['one for the REST API', () => testToken({ partnerId: partner.id, audience: 'api' })],
    ['an expired one', () => testToken({ partnerId: partner.id, expiresAt: Date.now() - 1 })],
  ])('%s is 401 and says where to get one', async (_what, token) => {
    const client = await opened();
    const given = token();
    const headers: Record<string, string> = { Authorization: given && `Bearer ${given}` };
    const reply = await client.request('ping', undefined, headers);
    expectRefusal(reply, 401, -32603);
    const challenge = reply.headers.get('WWW-Authenticate');
    expect(challenge).toMatch(
      /^Bearer .*resource_metadata="http[^"]+\/\.well-known\/oauth-protected-resource\/api\/v1\/mcp"/,
    );
    expect(challenge).toContain('scope="mcp:full"');
    expect(reply.headers.get('X-RateLimit-Limit')).toMatch(/^\d+$/);
  });

  test('a token counts against the limits, and one too many is 429', async () => {
    const client = caller({ subject: 'busy', perMinute: 3 });
    await client.initialize();
    const last = await client.request('ping');
    expect(last.headers.get('X-RateLimit-Remaining')).toBe('0');
    const reply = await client.request('ping');
    expectRefusal(reply, 429, -32603);
    expect(reply.headers.get('Retry-After')).toMatch(/^[1-9]\d*$/);
  });
});

describe('scopes', () => {
  const ALLOWED: Record<string, string[]> = {
    'tools/list': ['mcp:full', 'mcp:tools', 'mcp:tools:read'],
    'tools/call': ['mcp:full', 'mcp:tools', 'mcp:tools:write'],
    'resources/list': ['mcp:full', 'mcp:resources'],
    'resources/read': ['mcp:full', 'mcp:resources'],
    'prompts/list': ['mcp:full', 'mcp:prompts'],
    'prompts/get': ['mcp:full', 'mcp:prompts'],
    ping: ['mcp:full', 'mcp:tools', 'mcp:tools:read', 'mcp:tools:write', 'mcp:resources', 'mcp:prompts'],
  };
  const PARAMS: Record<string, object> = {
    'tools/call': { name: 'list_capabilities', arguments: {} },
    'resources/read': { uri: 'service://capabilities/blog_post' },
    'prompts/get': { name: 'plan_campaign', arguments: { goal: 'more readers' } },
  };

  test.each(ALLOWED['ping'] ?? [])('%s permits what it says and nothing else', async (scope) => {
    const client = await opened({ scopes: [scope], subject: scope });
    for (const [method, scopes] of Object.entries(ALLOWED)) {
      const reply = await client.request(method, PARAMS[method] ?? {});
      expect(reply.status).toBe(200);
      if (scopes.includes(scope)) {
        expect({ method, error: reply.message.error }).toEqual({ method, error: undefined });
        continue;
      }
      expect(reply.message).toMatchObject({ id: expect.any(Number), error: { code: -32603, data: { scopes } } });
      expect(reply.headers.get('WWW-Authenticate')).toContain('error="insufficient_scope"');
    }
  });

  test('are asked for no method that sessions have not', async () => {
    const client = await opened({ scopes: ['mcp:prompts'], subject: 'tasks' });
    const reply = await client.request('tasks/get', { taskId: 'execution-1' });
    expect(reply.message.error.code).toBe(-32601);
    expect(reply.headers.get('WWW-Authenticate')).toBeNull();
  });
});

describe('what is answered without a look at the token', () => {
  test.each([
    ['a foreign origin', { method: 'POST', body: '{}', headers: { Origin: 'http://evil.example.com' } }, 403],
    ['another method', { method: 'PUT', body: '{}', headers: {} }, 405],
    ['OPTIONS', { method: 'OPTIONS', headers: {} }, 204],
  ])('%s counts by its address and shows the limit', async (_what, request, status) => {
    const headers = { 'X-Forwarded-For': freshAddress(), ...request.headers };
    for (const remaining of ['59', '58']) {
      const reply = await caller().send({ ...request, headers });
      expect(reply.status).toBe(status);
      expect(reply.headers.get('X-RateLimit-Limit')).toBe('60');
      expect(reply.headers.get('X-RateLimit-Remaining')).toBe(remaining);
    }
  });
});

describe('what a browser could be made to send', () => {
  test.each([
    ['a foreign origin', { Origin: 'http://evil.example.com' }, 403],
    ['a null origin', { Origin: 'null' }, 403],
    ['a foreign host', { Host: 'evil.example.com' }, 403],
    ['a foreign host with our port', { Host: 'evil.example.com:80' }, 403],
    ['a local origin', { Origin: 'http://localhost:6274' }, 200],
    ['a local host', { Host: 'localhost' }, 200],
  ])('%s', async (_what, headers, status) => {
    const client = await opened();
    expect(await statusOf(client, headers)).toBe(status);
  });
});

/** fetch sets Host itself. */
function statusOf(client: McpCaller, headers: Record<string, string>): Promise<number> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  return new Promise((resolve, reject) => {
    const sent = request(
      client.origin + MCP,
      {
        method: 'POST',
        headers: { ...Object.fromEntries(client.headers({ 'Content-Type': 'application/json' })), ...headers },
      },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      },
    );
    sent.once('error', reject);
    sent.end(body);
  });
}

const cursorAt = (...place: number[]) => Buffer.from(JSON.stringify(place)).toString('base64url');

describe('errors', () => {
  test.each([
    ['no JSON', '{', 400, -32700],
    ['nothing', '', 400, -32700],
    ['bytes that are no UTF-8', '\ud800', 400, -32700],
    ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', 400, -32600],
    ['an empty batch', '[]', 400, -32600],
    ['a number', '1', 400, -32600],
    ['an id that is null', '{"jsonrpc":"2.0","id":null,"method":"ping"}', 400, -32600],
    ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"ping"}', 400, -32600],
    ['an id with NUL', '{"jsonrpc":"2.0","id":"\\u0000","method":"ping"}', 400, -32600],
  ])('%s', async (_what, body, status, code) => {
    const client = await opened();
    expectRefusal(await client.send({ body: body === '\ud800' ? '\udc00' : body }), status, code);
  });

  test.each([
    ['no jsonrpc', '{"id":"i","method":"ping"}'],
    ['another jsonrpc', '{"jsonrpc":"1.0","id":"i","method":"ping"}'],
    ['no method', '{"jsonrpc":"2.0","id":"i"}'],
    ['params that are a list', '{"jsonrpc":"2.0","id":"i","method":"ping","params":[]}'],
    ['text with NUL', '{"jsonrpc":"2.0","id":"i","method":"tools/call","params":{"name":"\\u0000"}}'],
    ['a lone surrogate', '{"jsonrpc":"2.0","id":"i","method":"tools/call","params":{"name":"\\ud800"}}'],
    [
      'JSON a hundred deep',
      `{"jsonrpc":"2.0","id":"i","method":"ping","params":{"a":${'['.repeat(100)}${']'.repeat(100)}}}`,
    ],
  ])('%s is 400 with the id, which can be read', async (_what, body) => {
    const client = await opened();
    expectRefusal(await client.send({ body }), 400, -32600, 'i');
  });

  test.each([
    ['an unknown method', 'tools/dance', {}, -32601],
    ['a method with a long name', 'tools/list'.repeat(100), {}, -32601],
    ['a method named like a member of every object', 'constructor', {}, -32601],
    ['a method named like every object’s prototype', '__proto__', {}, -32601],
    ['a method named like a function of every object', 'toString', {}, -32601],
    [
      'completion of a kind named like a member of every object',
      'completion/complete',
      { ref: { type: 'constructor' }, argument: { name: 'a', value: '' } },
      -32602,
    ],
    [
      'completion of a kind that is no text',
      'completion/complete',
      { ref: { type: { toString: 1 }, name: 'x' }, argument: { name: 'a', value: '' } },
      -32602,
    ],
    ['a method of a later version', 'server/discover', {}, -32601],
    ['a method of the extension for tasks, which sessions have not', 'tasks/get', {}, -32601],
    ['tools/call without a name', 'tools/call', {}, -32602],
    ['tools/call without params', 'tools/call', undefined, -32602],
    ['arguments that are a list', 'tools/call', { name: 'get_usage', arguments: [] }, -32602],
    ['an unknown tool', 'tools/call', { name: 'dance' }, -32602],
    ['resources/read without a uri', 'resources/read', {}, -32602],
    ['a resource of no collection', 'resources/read', { uri: 'service://dances/1' }, -32602],
    ['a resource that is not there', 'resources/read', { uri: 'service://executions/9007199254740991' }, -32602],
    ['a file', 'resources/read', { uri: 'file:///etc/passwd' }, -32602],
    ['an unknown prompt', 'prompts/get', { name: 'dance' }, -32602],
    ['a prompt without its values', 'prompts/get', { name: 'write_content' }, -32602],
    ...['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'].map(
      (list): [string, string, object, number] => [
        `a cursor that ${list} gave nobody`,
        list,
        { cursor: 'abc' },
        -32602,
      ],
    ),
    ['a cursor between two pages', 'tools/list', { cursor: cursorAt(5) }, -32602],
    ['a cursor of another list', 'prompts/list', { cursor: cursorAt(10) }, -32602],
    ['a cursor of a collection that is none', 'resources/list', { cursor: cursorAt(99, 0) }, -32602],
    ['a log level that is none', 'logging/setLevel', { level: 'loud' }, -32602],
    [
      'completion of nothing',
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'a', value: '' } },
      -32602,
    ],
  ])('%s is %s: 200 with the request’s id', async (_what, method, params, code) => {
    const client = await opened();
    const reply = await client.request(method, params, {}, 'my-id');
    expect({ status: reply.status, message: reply.message }).toMatchObject({
      status: 200,
      message: { jsonrpc: '2.0', id: 'my-id', error: { code, message: expect.any(String) } },
    });
  });

  test.each([
    ['tools/call', {}, 'name: Is required.'],
    ['tools/call', { name: 5 }, 'name: Must be a string.'],
    ['completion/complete', {}, 'ref: Is required.; argument: Is required.'],
    [
      'completion/complete',
      { ref: { type: 'x' }, argument: { name: 'a', value: '' } },
      'ref.type: Must be of the type ref/prompt or ref/resource.',
    ],
    [
      'ping',
      { _meta: { progressToken: 1.5 } },
      '_meta.progressToken: Must be an integer, or a string of at most 200 characters.',
    ],
  ])('%s with %j says which parameter is wrong, and how', async (method, params, problem) => {
    const { message } = await (await opened()).request(method, params);
    expect(message.error.message).toBe(`Invalid parameters of ${method}: ${problem}`);
  });

  const ping = { jsonrpc: '2.0', id: 'i', method: 'ping' };
  const listing = { jsonrpc: '2.0', id: 'i', method: 'tools/list' };

  test.each([
    ['an unknown key', { ...ping, extra: 1 }],
    ['a key of a later version', { ...ping, _meta: 'x', sessionId: 'x' }],
    ['what else an answer has', { ...ping, result: {}, error: { code: 1 } }],
    ['an unknown key beside parameters', { ...listing, params: {}, extra: 'x'.repeat(100_000) }],
    ['unknown parameters', { ...listing, params: { extra: [1], inputResponses: 'x', requestState: {} } }],
    ['_meta of null', { ...listing, params: { _meta: null } }],
    ['params of null', { ...ping, params: null }],
    ['params of null where there may be some', { ...listing, params: null }],
  ])('%s at the top of a message changes nothing', async (_what, body) => {
    const reply = await (await opened()).send({ body });
    expect({ status: reply.status, id: reply.message?.id }).toEqual({ status: 200, id: 'i' });
    expect(reply.message).toHaveProperty('result');
  });

  test.each(
    [
      'x',
      [],
      1,
      true,
      { progressToken: null },
      { progressToken: true },
      { progressToken: 1.5 },
      { progressToken: {} },
    ].map((meta) => [meta]),
  )('_meta of %j is -32602, whatever the method and the form of the answer', async (_meta) => {
    const client = await opened();
    for (const method of ['ping', 'tools/call', 'tools/list', 'dance', 'initialize']) {
      for (const accept of ['application/json', 'text/event-stream']) {
        const body = { jsonrpc: '2.0', id: 'i', method, params: { name: 'get_usage', _meta } };
        const reply = await client.send({ body, headers: { Accept: accept } });
        expect({ status: reply.status, message: reply.message }).toMatchObject({
          status: 200,
          message: { id: 'i', error: { code: -32602 } },
        });
      }
    }
  });

  test('a key of _meta with another meaning than the protocol’s changes nothing where nobody reads it', async () => {
    const _meta = { 'io.modelcontextprotocol/related-task': 'x' };
    const reply = await (await opened()).send({ body: { ...listing, params: { _meta } } });
    expect(reply.message).toMatchObject({ id: 'i', result: { tools: expect.any(Array) } });
  });

  test('a body over 1 MiB is 413, another type 415, another method 405', async () => {
    const client = await opened();
    expectRefusal(await client.send({ body: ' '.repeat(1_048_577) }), 413, -32600);
    expectRefusal(await client.send({ body: '{}', headers: { 'Content-Type': 'text/plain' } }), 415, -32600);
    const put = await client.send({ method: 'PUT', body: '{}' });
    expectRefusal(put, 405, -32600);
    expect(put.headers.get('Allow')).toBe('DELETE, GET, OPTIONS, POST');
  });

  test('a version of the protocol that nobody knows is 400; none, or an older one, is fine', async () => {
    const client = await opened();
    expectRefusal(await client.request('ping', {}, { 'MCP-Protocol-Version': '1999-01-01' }), 400, -32600);
    for (const version of ['2025-11-25', '2025-06-18']) {
      expect((await client.request('ping', {}, { 'MCP-Protocol-Version': version })).status).toBe(200);
    }
  });
});

describe('arguments of a tool that no record could store', () => {
  test.each([
    ['a number without bound', '{"per_page":1e400}', 'per_page'],
    ['a prototype', '{"settings":{"__proto__":{"a":1}}}', 'settings.__proto__'],
    ['NUL', '{"title":"a\\u0000"}', 'title'],
    ['many of them', `{${Array.from({ length: 30 }, (_, n) => `"a${n}":1e400`).join(',')}}`, 'a0'],
  ])('are a result with isError: %s', async (_what, given, field) => {
    const client = await opened();
    const body = `{"jsonrpc":"2.0","id":"i","method":"tools/call","params":{"name":"list_executions","arguments":${given}}}`;
    const reply = await client.send({ body });
    expect(reply.status).toBe(200);
    expect(reply.message).toMatchObject({ id: 'i', result: { isError: true } });
    expect(reply.message.result.content[0].text).toMatch(/^VALIDATION_ERROR/);
    expect(reply.message.result.content[0].text).toContain(field);
  });

  test('do not excuse the like elsewhere in the message', async () => {
    const client = await opened();
    const params = `{"name":"list_executions","arguments":{"per_page":1e400},"_meta":{"a":1e400}}`;
    const body = `{"jsonrpc":"2.0","id":"i","method":"tools/call","params":${params}}`;
    expectRefusal(await client.send({ body }), 400, -32600, 'i');
  });
});

describe('the form of an answer', () => {
  test.each([
    ['application/json', 'tools/list', 'application/json'],
    ['application/json', 'tools/call', 'application/json'],
    ['text/event-stream', 'tools/list', 'text/event-stream'],
    ['application/json, text/event-stream', 'tools/list', 'application/json'],
    ['application/json, text/event-stream', 'tools/call', 'text/event-stream'],
    ['*/*', 'tools/call', 'application/json'],
  ])('accepting %s, %s is answered as %s', async (accept, method, type) => {
    const client = await opened();
    const params = method === 'tools/call' ? { name: 'get_usage', arguments: {} } : {};
    const reply = await client.request(method, params, { Accept: accept });
    expect(reply.headers.get('Content-Type')?.split(';')[0]).toBe(type);
    expect(reply.message).toMatchObject({ jsonrpc: '2.0', result: expect.any(Object) });
  });

  test.each(['text/html', 'application/json;q=0', '*/*;q=0'])('accepting %s is 406', async (accept) => {
    const client = await opened();
    expectRefusal(await client.request('ping', {}, { Accept: accept }, 'i'), 406, -32600, 'i');
  });

  test('a notification is 202 without a body', async () => {
    const client = await opened();
    const reply = await client.send({ body: { jsonrpc: '2.0', method: 'notifications/initialized' } });
    expect({ status: reply.status, text: reply.text }).toEqual({ status: 202, text: '' });
  });
});
