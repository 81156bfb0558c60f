import { once } from 'node:events';
import { request as begin, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { MAX_AGE_MS } from '../../api/middleware/credential-check.ts';
import { sessionKeyOf } from '../../domain/mcp/rules.ts';
import { CHANNEL } from '../../infra/database/notification-hub.ts';
import { CASE_STUDY } from '../environment/case-study-body.ts';
import { withDatabase } from '../environment/database.ts';
import { ended, execute } from '../environment/executions.ts';
import { MCP, McpCaller, ModernCaller, notificationOf, type OpenStream, streamEnded } from '../environment/mcp.ts';
import { baseUrl, createOauthClient, ownToken, type Program, post } from '../environment/oauth.ts';
import { createPartner, type Partner, requestAsAdmin, usageOf } from '../environment/partners.ts';
import { runningStack } from '../environment/running-stack.ts';
import { addFault, marker, removeFaults } from '../environment/sandbox-ai.ts';
import { waitUntil } from '../environment/wait-until.ts';
import { type McpProcess, startMcpProcess } from '../mcp/process.ts';
import { startProxy, type TestProxy } from '../mcp/proxy.ts';
import { testToken } from '../mcp/tokens.ts';

const QUERY = { settings: { query: 'What are credits?' } };
const TIMES = { heartbeatMs: 500, lifetimeMs: 60_000 };

let processes: [McpProcess, McpProcess];
/** Ends its streams after a short time. */
let short: McpProcess;
let proxy: TestProxy;
let partner: Partner;

beforeAll(async () => {
  const { environment } = runningStack();
  const start = (times = TIMES) => startMcpProcess(environment, { times });
  const started = await Promise.all([start(), start(), start({ heartbeatMs: 200, lifetimeMs: 1_000 })]);
  [, , short] = started;
  processes = [started[0], started[1]];
  proxy = await startProxy(processes.map(({ origin }) => origin));
  partner = await createPartner();
});
afterAll(async () => {
  await proxy?.close();
  // A stop would wait for the streams that are still open.
  await Promise.all([...(processes ?? []), short].map((process) => process?.kill()));
});

/** Distributes requests over the processes round robin. */
async function opened(claims: object = {}): Promise<McpCaller> {
  const client = new McpCaller(proxy.origin, { partnerId: partner.id, ...claims });
  await client.initialize();
  return client;
}

function notifications(stream: OpenStream): string[] {
  return stream.messages().map(({ method }) => method);
}

describe('the stream of a GET', () => {
  test('begins with the endpoint and beats', async () => {
    const client = await opened();
    const stream = await client.open();
    await waitUntil(
      'two heartbeats',
      async () => stream.events.length,
      (count) => count >= 3,
    );
    const [first, second] = stream.events;
    expect(first).toMatchObject({ event: 'endpoint', data: MCP, id: expect.stringMatching(/^\d+$/) });
    expect(second?.event).toBe('heartbeat');
    expect(JSON.parse(second?.data ?? '')).toEqual({
      timestamp: expect.stringMatching(/Z$/),
      session_id: client.session,
    });
    expect(stream.events.filter(({ event }) => event === 'endpoint')).toHaveLength(1);
    stream.leave();
  });

  test('tells of a new resource, whichever process made it', async () => {
    const streams = await Promise.all([opened(), opened()].map(async (client) => (await client).open()));
    const id = await execute(partner, 'platform_knowledge_query', QUERY);
    for (const stream of streams) {
      await notificationOf(stream, 'notifications/resources/list_changed');
      stream.leave();
    }
    await ended(partner, id);
  });

  test('tells of what a subscribed resource does, and of no other', async () => {
    const client = await opened();
    const stream = await client.open();
    const ids = await Promise.all([1, 2].map(() => execute(partner, 'platform_knowledge_query', QUERY)));
    await Promise.all(ids.map((id) => ended(partner, id)));
    const uri = `service://executions/${ids[0]}`;
    expect((await client.request('resources/subscribe', { uri })).message.result).toEqual({});
    const archive = (id: number) =>
      partner.request('POST /content-workflow/executions/{id}/archive', { params: { id } });
    for (const id of ids.reverse()) expect((await archive(id)).status).toBe(200);
    await notificationOf(stream, 'notifications/resources/updated');
    const updated = stream.messages().filter(({ method }) => method === 'notifications/resources/updated');
    expect(updated.map(({ params }) => params)).toEqual([{ uri }]);
    await client.request('resources/unsubscribe', { uri });
    stream.leave();
  });

  test('tells that every list may have changed when the partner’s permissions do', async () => {
    const stream = await (await opened()).open();
    const body = { capabilities: ['blog_post', 'platform_knowledge_query'] };
    const reply = await requestAsAdmin('PATCH /3pi-partners/{partner_id}', {
      params: { partner_id: partner.id },
      body,
    });
    expect(reply.status).toBe(200);
    for (const list of ['tools', 'resources', 'prompts'])
      await notificationOf(stream, `notifications/${list}/list_changed`);
    await requestAsAdmin('PATCH /3pi-partners/{partner_id}', {
      params: { partner_id: partner.id },
      body: { capabilities: null },
    });
    stream.leave();
  });

  test('tells that the lists have changed when a release brought another catalogue', async () => {
    const stream = await (await opened()).open();
    await withDatabase((database) => database.query(`UPDATE mcp_catalogue SET digest = 'of the release before'`));
    const released = await startMcpProcess(runningStack().environment);
    try {
      await new McpCaller(released.origin, { partnerId: partner.id }).initialize();
      await notificationOf(stream, 'notifications/tools/list_changed');
    } finally {
      await released.stop();
    }
    stream.leave();
  });

  test('brings only what the token’s scopes cover', async () => {
    const client = await opened({ scopes: ['mcp:prompts'] });
    const stream = await client.open();
    await execute(partner, 'platform_knowledge_query', QUERY);
    const allow = (capabilities: string[] | null) =>
      requestAsAdmin('PATCH /3pi-partners/{partner_id}', {
        params: { partner_id: partner.id },
        body: { capabilities },
      });
    await allow(['platform_knowledge_query']);
    await notificationOf(stream, 'notifications/prompts/list_changed');
    expect(new Set(notifications(stream))).toEqual(new Set(['notifications/prompts/list_changed']));
    stream.leave();
    await allow(null);
  });

  test('hears nothing of other partners', async () => {
    const stranger = await createPartner();
    const stream = await (await opened({ partnerId: stranger.id })).open();
    await ended(partner, await execute(partner, 'platform_knowledge_query', QUERY));
    const beats = stream.events.length;
    await waitUntil(
      'another heartbeat',
      async () => stream.events.length,
      (count) => count > beats,
    );
    expect(notifications(stream)).toEqual([]);
    stream.leave();
  });

  test('goes on after the event that the client saw last, on the other process', async () => {
    const client = await opened();
    const first = await client.open();
    await waitUntil(
      'the endpoint',
      async () => first.lastId(),
      (id) => id !== undefined,
    );
    const seen = first.lastId() ?? '';
    first.leave();
    await execute(partner, 'platform_knowledge_query', QUERY);
    const second = await client.open({ 'Last-Event-ID': seen });
    await notificationOf(second, 'notifications/resources/list_changed');
    const lastId = second.lastId() ?? '';
    second.leave();
    const third = await client.open({ 'Last-Event-ID': lastId });
    await waitUntil(
      'a heartbeat',
      async () => third.events.length,
      (count) => count >= 2,
    );
    third.leave();
  });

  test('without a last event goes on where the session’s streams had got to', async () => {
    const client = await opened();
    await execute(partner, 'platform_knowledge_query', QUERY);
    const stream = await client.open();
    await notificationOf(stream, 'notifications/resources/list_changed');
    stream.leave();
  });

  test('begins where the session’s streams have got to for a client that claims to have seen more', async () => {
    const client = await opened();
    const stream = await client.open({ 'Last-Event-ID': '999999999999' });
    await waitUntil(
      'the endpoint',
      async () => stream.lastId(),
      (id) => id !== undefined,
    );
    expect(Number(stream.events[0]?.id)).toBeLessThan(1_000_000);
    stream.leave();
  });

  test('ends when a newer one of the session is opened, or the session ends, on any process', async () => {
    const client = await opened();
    const older = await client.open();
    const newer = await client.open();
    await streamEnded(older);
    expect(newer.ended()).toBe(false);
    await client.send({ method: 'DELETE' });
    await streamEnded(newer);
  });

  test('ends when the token expires', async () => {
    const client = await opened();
    client.token = testToken({ partnerId: partner.id, expiresAt: Date.now() + 2_000 });
    await streamEnded(await client.open());
    expect((await client.request('ping')).status).toBe(401);
    client.token = testToken({ partnerId: partner.id });
    expect((await client.request('ping')).status).toBe(200);
  });

  test('ends when its time is over', async () => {
    const client = new McpCaller(short.origin, { partnerId: partner.id });
    await client.initialize();
    const stream = await client.open();
    await streamEnded(stream);
    expect(stream.events.at(-1)?.event).toBe('heartbeat');
  });

  test('of a client that takes no events is 406', async () => {
    const client = await opened();
    expect((await client.send({ method: 'GET', headers: { Accept: 'application/json' } })).status).toBe(406);
  });
});

/** Lets a call of the session wait for an execution that does not end by itself; returns the event id to resume from. */
async function waitingCall(client: McpCaller): Promise<string> {
  const execution = await execute(partner, 'platform_knowledge_query', QUERY);
  await ended(partner, execution);
  return withDatabase(async (database) => {
    await database.query(`UPDATE execution SET status = 'executing' WHERE id = $1`, [execution]);
    const { rows } = await database.query(
      `INSERT INTO mcp_call (session_id, request_id, progress_token, execution_id, created_at)
       VALUES ($1, '"waits"', '"p"', $2, now()) RETURNING id`,
      [sessionKeyOf(String(client.session)), execution],
    );
    return `call-${rows[0].id}-0`;
  });
}

describe('the stream of a call that a client came back to', () => {
  test('ends when the client comes back once more, and leaves that of notifications alone', async () => {
    const client = new McpCaller(processes[0].origin, { partnerId: partner.id });
    await client.initialize();
    const lastEventId = await waitingCall(client);
    const notified = await client.open();
    const older = await client.open({ 'Last-Event-ID': lastEventId });
    const newer = await client.open({ 'Last-Event-ID': lastEventId });
    await streamEnded(older);
    expect([newer.ended(), notified.ended()]).toEqual([false, false]);
    for (const stream of [newer, notified]) stream.leave();
  });

  test('ends with an error where the execution is there no more, as the call itself would', async () => {
    const client = new McpCaller(processes[0].origin, { partnerId: partner.id });
    await client.initialize();
    const lastEventId = await waitingCall(client);
    await withDatabase((database) =>
      database.query('UPDATE mcp_call SET execution_id = 9007199254740991 WHERE id = $1', [lastEventId.split('-')[1]]),
    );
    const stream = await client.open({ 'Last-Event-ID': lastEventId });
    await streamEnded(stream);
    expect(stream.messages()).toEqual([
      {
        jsonrpc: '2.0',
        id: 'waits',
        error: expect.objectContaining({ code: -32602, message: 'Execution not found.' }),
      },
    ]);
  });

  test('ends when its session does, on any process, as that of the call itself', async () => {
    const word = marker();
    await addFault({ kind: 'hang', match: word });
    const client = await opened();
    const params = {
      name: 'execute_capability',
      arguments: { slug: 'blog_post', settings: { topic: word } },
      _meta: { progressToken: 'p' },
    };
    const stream = await client.open({}, { jsonrpc: '2.0', id: 'waits', method: 'tools/call', params });
    await notificationOf(stream, 'notifications/progress');
    const resumed = await client.open({ 'Last-Event-ID': await waitingCall(client) });
    // A stream of notifications is no end.
    const notified = await client.open();
    await (await client.open()).leave();
    await streamEnded(notified);
    expect([stream.ended(), resumed.ended()]).toEqual([false, false]);
    expect((await client.send({ method: 'DELETE' })).status).toBe(204);
    for (const each of [stream, resumed]) await streamEnded(each);
    expect([...stream.messages(), ...resumed.messages()].filter(({ id }) => id !== undefined)).toEqual([]);
    await removeFaults(word);
  });

  test('ends when its time is over', async () => {
    const client = new McpCaller(short.origin, { partnerId: partner.id });
    await client.initialize();
    const stream = await client.open({ 'Last-Event-ID': await waitingCall(client) });
    await streamEnded(stream);
    expect(stream.messages().filter(({ id }) => id !== undefined)).toEqual([]);
  });
});

describe('a partner that has all the streams it may have', () => {
  const params = {
    name: 'execute_capability',
    arguments: { slug: 'platform_knowledge_query', ...QUERY },
    _meta: { progressToken: 'p' },
  };
  let small: McpProcess;
  beforeAll(async () => {
    small = await startMcpProcess(runningStack().environment, { maxStreamsPerPartner: 1 });
  });
  afterAll(() => small?.kill());

  async function newcomer(partnerId: number): Promise<McpCaller> {
    const client = new McpCaller(small.origin, { partnerId });
    await client.initialize();
    return client;
  }

  test('gets 503 for one more, while others get theirs', async () => {
    const stream = await (await newcomer(partner.id)).open();
    const reply = await (await newcomer(partner.id)).send({ method: 'GET', headers: { Accept: 'text/event-stream' } });
    expect(reply).toMatchObject({ status: 503, message: { error: { code: -32603 } } });
    (await (await newcomer((await createPartner()).id)).open()).leave();
    stream.leave();
  });

  test('is answered at once where a call would wait', async () => {
    const client = await newcomer((await createPartner()).id);
    const stream = await client.open();
    const reply = await client.request('tools/call', params, { Accept: 'text/event-stream' });
    expect(reply.message.result).toMatchObject({ isError: false, structuredContent: { status: 'pending' } });
    expect(reply.before).toEqual([]);
    stream.leave();
  });
});

describe('a token that is withdrawn', () => {
  let real: McpProcess;
  beforeAll(async () => {
    real = await startMcpProcess(runningStack().environment, { times: TIMES, realTokens: true });
  });
  afterAll(() => real?.kill());

  test.each([
    ['is revoked', (program: Program, token: string) => post('/token/revocation', program, { token })],
    [
      'belonged to a client that is deleted',
      ({ clientId }: Program) =>
        requestAsAdmin('DELETE /3pi-partners/{partner_id}/oauth-clients/{client_id}', {
          params: { partner_id: partner.id, client_id: clientId },
        }),
    ],
  ])('since it %s ends the streams that it opened', async (_how, withdraw) => {
    const program = await createOauthClient(partner.id);
    const client = new McpCaller(real.origin, { partnerId: partner.id });
    client.token = await ownToken(program, { scope: 'mcp:full', resource: `${baseUrl()}/mcp` });
    await client.initialize();
    const streams = [await client.open(), await client.open({ 'Last-Event-ID': await waitingCall(client) })];
    const beats = streams[0]?.events.length ?? 0;
    await waitUntil(
      'a heartbeat',
      async () => streams[0]?.events.length ?? 0,
      (count) => count > beats,
    );
    expect(streams.map((stream) => stream.ended())).toEqual([false, false]);
    expect((await withdraw(program, client.token)).status).toBeLessThan(300);
    for (const stream of streams) await streamEnded(stream);
    expect((await client.request('ping')).status).toBe(401);
  });
});

describe('a token that was withdrawn while its call waited', () => {
  /** Asks so rarely whether a token is still good that only what is sent can end a stream. */
  let patient: McpProcess;
  beforeAll(async () => {
    const environment = { ...runningStack().environment, STREAM_RECHECK_SECONDS: '60' };
    patient = await startMcpProcess(environment, { realTokens: true });
  });
  afterAll(() => patient?.stop());

  async function withProgram(): Promise<{ client: ModernCaller; revoke: () => Promise<void> }> {
    const program = await createOauthClient(partner.id);
    const client = new ModernCaller(patient.origin, { partnerId: partner.id });
    client.token = await ownToken(program, { scope: 'mcp:full', resource: `${baseUrl()}/mcp` });
    await client.initialize();
    const revoke = async () =>
      expect((await post('/token/revocation', program, { token: client.token })).status).toBe(200);
    return { client, revoke };
  }

  test('is not given the answer', async () => {
    const { client, revoke } = await withProgram();
    const stream = await client.open({ 'Last-Event-ID': await waitingCall(client) });
    await revoke();
    await withDatabase((database) =>
      database.query(
        `WITH ended AS (
           UPDATE execution SET status = 'completed' FROM mcp_call c
           WHERE c.execution_id = execution.id AND c.session_id = $1 RETURNING execution.id
         ) SELECT pg_notify($2, 'execution:' || id) FROM ended`,
        [sessionKeyOf(String(client.session)), CHANNEL],
      ),
    );
    await streamEnded(stream);
    expect(stream.messages().filter(({ id }) => id !== undefined)).toEqual([]);
  });

  test.each(['the call itself', 'a client that came back to it'])(
    'is not given progress by the stream of %s',
    async (of) => {
      const word = marker();
      await addFault({ kind: 'hang', match: word });
      const { client, revoke } = await withProgram();
      const params = {
        name: 'execute_capability',
        arguments: { slug: 'blog_post', settings: { topic: word } },
        _meta: { progressToken: 'p' },
      };
      let stream = await client.open({}, { jsonrpc: '2.0', id: 'waits', method: 'tools/call', params });
      await waitUntil('the execution to ask the AI', () =>
        stream.messages().some((message) => message.params?.message === 'The execution is planning.'),
      );
      if (of !== 'the call itself') {
        stream.leave();
        stream = await client.open({ 'Last-Event-ID': String(stream.lastId()) });
      }
      const seen = stream.messages().length;
      await revoke();
      await delay(MAX_AGE_MS);
      await removeFaults(word);
      await streamEnded(stream);
      const after = JSON.stringify(stream.messages().slice(seen));
      expect(after).not.toContain('notifications/');
      expect(after).not.toContain('structuredContent');
    },
  );

  test.each(['within a session', 'without one'])('is given the answer of a tool that took time, %s', async (how) => {
    const word = marker();
    await addFault({ kind: 'hang', match: word });
    const { client, revoke } = await withProgram();
    const before = (await usageOf(partner)).credits.held;
    const call = { name: 'generate_case_study', arguments: { ...CASE_STUDY, company_name: word } };
    const answered = how === 'without one' ? client.ask('tools/call', call) : client.request('tools/call', call);
    await waitUntil('the work to begin', async () => (await usageOf(partner)).credits.held > before);
    await delay(MAX_AGE_MS);
    await revoke();
    await removeFaults(word);
    expect((await answered).message).toMatchObject({ result: { structuredContent: expect.any(Object) } });
  });

  test('has nothing done for a message whose end comes then', async () => {
    const { client, revoke } = await withProgram();
    const call = { jsonrpc: '2.0', id: 'slow', method: 'tools/call', params: { name: 'list_executions' } };
    const text = JSON.stringify(call);
    const headers = client.headers({ 'Content-Type': 'application/json', 'Content-Length': String(text.length) });
    const slow = begin(patient.origin + MCP, { method: 'POST', headers: Object.fromEntries(headers) });
    const answered = once(slow, 'response');
    slow.write(text.slice(0, 10));
    // Long enough to be admitted by its head.
    await delay(MAX_AGE_MS);
    await revoke();
    slow.end(text.slice(10));
    const [response] = (await answered) as [IncomingMessage];
    expect(response.statusCode).toBe(401);
    response.resume();
  });
});

describe('a process that is killed', () => {
  test('loses neither notifications nor the answer to a call that waits', async () => {
    const doomed = await startMcpProcess(runningStack().environment, { times: TIMES });
    const client = new McpCaller(doomed.origin, { partnerId: partner.id });
    await client.initialize();
    const stream = await client.open();
    await waitUntil(
      'the endpoint',
      async () => stream.lastId(),
      (id) => id !== undefined,
    );
    const params = {
      name: 'execute_capability',
      arguments: { slug: 'blog_post', settings: { topic: 'Crashes' } },
      _meta: { progressToken: 'p' },
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 'cut', method: 'tools/call', params });
    const response = await fetch(doomed.origin + MCP, {
      method: 'POST',
      headers: client.headers({ 'Content-Type': 'application/json', Accept: 'text/event-stream' }),
      body,
    });
    const reader = response.body?.getReader();
    const first = new TextDecoder().decode((await reader?.read())?.value);
    const mark = /^id: (.+)$/m.exec(first)?.[1] ?? '';
    expect(mark).toMatch(/^call-/);
    const seen = stream.lastId() ?? '';
    await doomed.kill();
    await reader?.read().catch(() => undefined);
    await streamEnded(stream);

    client.origin = proxy.origin;
    const call = await client.open({ 'Last-Event-ID': mark });
    await streamEnded(call);
    expect(call.messages().at(-1)).toMatchObject({
      id: 'cut',
      result: { isError: false, structuredContent: { status: 'completed' } },
    });
    expect(notifications(call)).toContain('notifications/progress');
    const again = await client.open({ 'Last-Event-ID': seen });
    await notificationOf(again, 'notifications/resources/list_changed');
    again.leave();
  });

  test('and the place of a call in another session leads nowhere', async () => {
    const owner = await opened();
    const params = {
      name: 'execute_capability',
      arguments: { slug: 'platform_knowledge_query', settings: QUERY.settings },
      _meta: { progressToken: 'p' },
    };
    const { events } = await owner.request('tools/call', params, { Accept: 'text/event-stream' });
    const stranger = await opened({ subject: 'user-2' });
    const stream = await stranger.open({ 'Last-Event-ID': events[0]?.id ?? '' });
    await waitUntil(
      'the endpoint',
      async () => stream.events.length,
      (count) => count > 0,
    );
    expect(stream.events[0]?.event).toBe('endpoint');
    stream.leave();
  });
});
