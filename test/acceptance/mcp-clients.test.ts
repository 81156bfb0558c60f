import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ResourceListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { execute } from '../environment/executions.ts';
import { MCP } from '../environment/mcp.ts';
import { createPartner, type Partner } from '../environment/partners.ts';
import { runningStack } from '../environment/running-stack.ts';
import { waitUntil } from '../environment/wait-until.ts';
import { type McpProcess, startMcpProcess } from '../mcp/process.ts';
import { startProxy, type TestProxy } from '../mcp/proxy.ts';
import { testToken } from '../mcp/tokens.ts';

const INFO = { name: 'interop', version: '1' };
const CALL = { name: 'execute_capability', arguments: { slug: 'blog_post', settings: { topic: 'Clients' } } };
const LIMIT_MS = 240_000;

let processes: McpProcess[];
let proxy: TestProxy;
let partner: Partner;

beforeAll(async () => {
  const { environment } = runningStack();
  processes = await Promise.all([startMcpProcess(environment), startMcpProcess(environment)]);
  proxy = await startProxy(processes.map(({ origin }) => origin));
  partner = await createPartner();
});
afterAll(async () => {
  await proxy?.close();
  await Promise.all(processes?.map((process) => process.stop()) ?? []);
});

// biome-ignore lint/suspicious/noExplicitAny: the clients' results have different types of the same shape
type Loose = any;

/** What this test needs of either client; their types differ, their methods do not. */
interface Session {
  listTools(params: { cursor?: string }): Promise<Loose>;
  call(
    params: typeof CALL | { name: string; arguments: object },
    onProgress?: (progress: number) => void,
  ): Promise<Loose>;
  readResource(params: { uri: string }): Promise<Loose>;
  listPrompts(): Promise<Loose>;
  getPrompt(params: { name: string; arguments: Record<string, string> }): Promise<Loose>;
  complete(params: Loose): Promise<Loose>;
  setLevel(): Promise<unknown>;
  ping(): Promise<unknown>;
  /** Ends the session with DELETE, then the connection. */
  end(): Promise<void>;
}

const requestInit = () => ({ headers: { Authorization: `Bearer ${testToken({ partnerId: partner.id })}` } });

async function openV1(url: URL, onListChanged: () => void): Promise<Session> {
  const client = new ClientV1(INFO);
  client.setNotificationHandler(ResourceListChangedNotificationSchema, onListChanged);
  const transport = new TransportV1(url, { requestInit: requestInit() });
  // Its transport's own types do not fit exactOptionalPropertyTypes.
  await client.connect(transport as never);
  return {
    listTools: (params) => client.listTools(params),
    call: (params, onProgress) =>
      client.callTool(params as never, undefined, onProgress && { onprogress: ({ progress }) => onProgress(progress) }),
    readResource: (params) => client.readResource(params),
    listPrompts: () => client.listPrompts(),
    getPrompt: (params) => client.getPrompt(params),
    complete: (params) => client.complete(params),
    setLevel: () => client.setLoggingLevel('error'),
    ping: () => client.ping(),
    async end() {
      await transport.terminateSession();
      await client.close();
    },
  };
}

async function openV2(url: URL, onListChanged: () => void): Promise<Session> {
  const client = new ClientV2(INFO, { versionNegotiation: { mode: 'legacy' } });
  client.setNotificationHandler('notifications/resources/list_changed', onListChanged);
  const transport = new TransportV2(url, { requestInit: requestInit() });
  await client.connect(transport);
  return {
    listTools: (params) => client.listTools(params),
    call: (params, onProgress) =>
      client.callTool(params as never, onProgress && { onprogress: ({ progress }) => onProgress(progress) }),
    readResource: (params) => client.readResource(params),
    listPrompts: () => client.listPrompts(),
    getPrompt: (params) => client.getPrompt(params),
    complete: (params) => client.complete(params),
    setLevel: () => client.setLoggingLevel('error'),
    ping: () => client.ping(),
    async end() {
      await transport.terminateSession();
      await client.close();
    },
  };
}

describe.each([
  ['TypeScript, v1', openV1],
  ['TypeScript, v2', openV2],
])('the official client: %s', (_name, open) => {
  test(
    'goes through a whole session over two processes, one of which is killed',
    async () => {
      const doomed = await startMcpProcess(runningStack().environment);
      const own = await startProxy([doomed.origin]);
      let changes = 0;
      const session = await open(new URL(own.origin + MCP), () => {
        changes += 1;
      });
      const names: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await session.listTools(cursor === undefined ? {} : { cursor });
        names.push(...page.tools.map(({ name }: { name: string }) => name));
        // The second client pages by itself.
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      expect(names.length).toBeGreaterThanOrEqual(25);

      const progress: number[] = [];
      const result = await session.call(CALL, (reached) => progress.push(reached));
      expect(result).toMatchObject({ structuredContent: { status: 'completed' } });
      expect(progress.length).toBeGreaterThanOrEqual(3);
      const id = result.structuredContent.execution_id;
      const read = await session.call({ name: 'get_execution', arguments: { execution_id: id } });
      expect(read.structuredContent.data.status).toBe('completed');
      expect((await session.readResource({ uri: `service://executions/${id}` })).contents).toHaveLength(1);
      expect((await session.listPrompts()).prompts).toHaveLength(4);
      const prompt = await session.getPrompt({ name: 'write_content', arguments: { topic: 'Zebras' } });
      expect(JSON.stringify(prompt.messages)).toContain('Zebras');
      const ref = { type: 'ref/prompt', name: 'write_content' };
      const completed = await session.complete({ ref, argument: { name: 'capability', value: 'blog' } });
      expect(completed.completion.values).toContain('blog_post');
      await session.setLevel();
      await session.ping();
      await waitUntil(
        'a notification',
        async () => changes,
        (count) => count > 0,
      );

      own.targets = processes.map(({ origin }) => origin);
      await doomed.kill();
      const before = changes;
      await execute(partner, 'platform_knowledge_query', { settings: { query: 'Who answers now?' } });
      await waitUntil(
        'a notification from another process',
        async () => changes,
        (count) => count > before,
      );
      await session.ping();
      await session.end();
      await own.close();
    },
    LIMIT_MS,
  );
});

describe.each([
  ['that takes the newest protocol', 'auto'],
  ['that takes no other protocol', { pin: '2026-07-28' }],
] as const)('the official client without a session %s', (_name, mode) => {
  test(
    'does the same over two processes, one of which is killed',
    async () => {
      const doomed = await startMcpProcess(runningStack().environment);
      const own = await startProxy([doomed.origin]);
      const client = new ClientV2(INFO, { versionNegotiation: { mode } });
      let changes = 0;
      client.setNotificationHandler('notifications/resources/list_changed', () => {
        changes += 1;
      });
      await client.connect(new TransportV2(new URL(own.origin + MCP), { requestInit: requestInit() }));
      expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
      const listening = await client.listen({ resourcesListChanged: true });
      expect((await client.listTools()).tools.length).toBeGreaterThanOrEqual(25);

      const progress: number[] = [];
      const result: Loose = await client.callTool(CALL, { onprogress: (report) => progress.push(report.progress) });
      expect(result).toMatchObject({ structuredContent: { status: 'completed' } });
      expect(progress.length).toBeGreaterThanOrEqual(3);
      const id = result.structuredContent.execution_id;
      expect((await client.readResource({ uri: `service://executions/${id}` })).contents).toHaveLength(1);
      expect((await client.listPrompts()).prompts).toHaveLength(4);
      const ref = { type: 'ref/prompt', name: 'write_content' } as const;
      const completed = await client.complete({ ref, argument: { name: 'capability', value: 'blog' } });
      expect(completed.completion.values).toContain('blog_post');
      await waitUntil('a notification', () => changes > 0);

      own.targets = processes.map(({ origin }) => origin);
      await doomed.kill();
      expect(await listening.closed).toBe('remote');
      const read: Loose = await client.callTool({ name: 'get_execution', arguments: { execution_id: id } });
      expect(read.structuredContent.data.status).toBe('completed');
      const again = await client.listen({ resourcesListChanged: true });
      const before = changes;
      await execute(partner, 'platform_knowledge_query', { settings: { query: 'Who answers now?' } });
      await waitUntil('a notification from another process', () => changes > before);
      await again.close();
      await client.close();
      await own.close();
    },
    LIMIT_MS,
  );
});
