import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AREAS } from '../../api/areas.ts';
import { toolsetsOf } from '../../api/mcp/catalogue/toolsets.ts';
import { TRY_LISTINGS } from '../../sandbox/marketplace/catalogue/index.ts';
import { CASE_STUDY } from '../environment/case-study-body.ts';
import { MCP, ModernCaller } from '../environment/mcp.ts';
import { createPartner, type Partner } from '../environment/partners.ts';
import { runningStack } from '../environment/running-stack.ts';
import { waitUntil } from '../environment/wait-until.ts';
import { type McpProcess, startMcpProcess } from '../mcp/process.ts';

let api: McpProcess;
let partner: Partner;

beforeAll(async () => {
  api = await startMcpProcess(runningStack().environment);
  partner = await createPartner();
});
afterAll(() => api?.stop());

function caller(claims: object = {}): ModernCaller {
  return new ModernCaller(api.origin, { partnerId: partner.id, ...claims });
}

async function listed(headers: Record<string, string> = {}, claims: object = {}): Promise<string[]> {
  const { message } = await caller(claims).ask('tools/list', {}, {}, headers);
  return message.result.tools.map(({ name }: { name: string }) => name);
}

describe('the tools that are listed', () => {
  test('without a choice are those for common work, and two that find and call the others', async () => {
    const { message } = await caller().ask('tools/list');
    const names = message.result.tools.map(({ name }: { name: string }) => name);
    expect(names.slice(0, 2)).toEqual(['search_tools', 'call_tool']);
    expect(names.length).toBeLessThanOrEqual(25);
    expect(message.result.nextCursor).toBeUndefined();
    expect(await listed({ 'X-MCP-Toolsets': 'default' })).toEqual(names);
  });

  test('are those of each toolset, of several together, each once, and all', async () => {
    const toolsets = [...toolsetsOf(AREAS)];
    expect(toolsets.length).toBeGreaterThan(15);
    for (const [name, tools] of toolsets.filter(([name]) => name !== 'default')) {
      expect(await listed({ 'X-MCP-Toolsets': name })).toEqual(tools.map((tool) => tool.name));
    }
    const both = await listed({ 'X-MCP-Toolsets': 'capabilities, executions, capabilities' });
    expect(both).toEqual([
      ...(await listed({ 'X-MCP-Toolsets': 'capabilities' })),
      ...(await listed({ 'X-MCP-Toolsets': 'executions' })),
    ]);
    expect(await listed({ 'X-MCP-Toolsets': 'all,webhooks' })).toHaveLength(50);
  });

  test('are those of the toolset that the address names', async () => {
    const client = caller();
    const message = client.message('tools/list');
    const response = await fetch(`${api.origin}${MCP}/x/webhooks`, {
      method: 'POST',
      headers: client.headers({
        Accept: 'application/json',
        'Content-Type': 'application/json',
        'MCP-Protocol-Version': '2026-07-28',
        'Mcp-Method': 'tools/list',
      }),
      body: JSON.stringify(message),
    });
    const body = (await response.json()) as { result: { tools: { name: string }[] } };
    expect(body.result.tools.map(({ name }) => name)).toEqual(await listed({ 'X-MCP-Toolsets': 'webhooks' }));
    const refused = await fetch(`${api.origin}${MCP}/x/webhooks`, { method: 'POST' });
    expect(refused.headers.get('WWW-Authenticate')).toContain(`/.well-known/oauth-protected-resource${MCP}"`);
  });

  test('within a session are all, ten a page, unless a header chooses others', async () => {
    const client = caller();
    await client.initialize();
    expect((await client.request('tools/list')).message.result.tools).toHaveLength(10);
    const few = await client.request('tools/list', {}, { 'X-MCP-Toolsets': 'credits' });
    expect(few.message.result).toEqual({ tools: [expect.objectContaining({ name: 'get_usage' })] });
    const none = await client.request('tools/call', { name: 'search_tools', arguments: { query: 'webhook' } });
    expect(none.message.error).toMatchObject({ code: -32602 });
  });

  test('are those that change nothing, and no other can be called', async () => {
    for (const toolsets of ['webhooks', 'default']) {
      const headers = { 'X-MCP-Readonly': 'true', 'X-MCP-Toolsets': toolsets };
      const { message } = await caller().ask('tools/list', {}, {}, headers);
      const hints = message.result.tools.map(({ annotations }: { annotations: object }) => annotations);
      expect(hints.length).toBeGreaterThan(3);
      expect(hints).not.toContainEqual(expect.objectContaining({ readOnlyHint: false }));
      expect(hints).not.toContainEqual(expect.objectContaining({ destructiveHint: true }));
    }
    const deleting = { name: 'delete_webhook', arguments: { webhook_id: 1 } };
    const both: [string, object][] = [
      ['delete_webhook', deleting],
      ['call_tool', { name: 'call_tool', arguments: deleting }],
    ];
    for (const [, params] of both) {
      const reply = await caller().ask('tools/call', params, {}, { 'X-MCP-Readonly': 'TRUE' });
      expect(reply.message.error).toMatchObject({ code: -32602, message: expect.stringContaining('X-MCP-Readonly') });
    }
    const found = await caller().ask(
      'tools/call',
      { name: 'search_tools', arguments: { query: 'webhook', limit: 10 } },
      {},
      { 'X-MCP-Readonly': 'true' },
    );
    const tools: { read_only: boolean }[] = found.message.result.structuredContent.tools;
    expect(tools.length).toBeGreaterThan(3);
    expect(tools.every((tool) => tool.read_only)).toBe(true);
  });

  test.each([
    [{ 'X-MCP-Toolsets': 'nothing' }, 200, -32602],
    [{ 'X-MCP-Toolsets': ' , ' }, 400, -32600],
    [{ 'X-MCP-Toolsets': Array.from({ length: 21 }, (_, n) => `set-${n}`).join(',') }, 400, -32600],
    [{ 'X-MCP-Readonly': 'maybe' }, 400, -32600],
  ])('%j is refused', async (headers, status, code) => {
    expect(await caller().ask('tools/list', {}, {}, headers)).toMatchObject({ status, message: { error: { code } } });
  });
});

describe('a search for tools', () => {
  test.each([
    ['create a webhook', 'create_webhook'],
    ['case study export', 'export_case_study'],
    ['rehearse with an agent: dry run', 'start_dry_run_session'],
    ['run an agent challenge', 'challenge_agent'],
    ['list invoices', 'list_invoices'],
    ['create a trigger', 'create_workflow_trigger'],
    ['upload a document to the knowledge base', 'add_knowledge_document'],
    ['new brand voice', 'create_brand_voice'],
  ])('for "%s" finds %s among the first five, which can be called', async (query, name) => {
    const found = await caller().tool('search_tools', { query });
    const tools: { name: string; inputSchema: object }[] = found.structuredContent.tools;
    expect(tools.map((tool) => tool.name)).toContain(name);
    expect(tools.find((tool) => tool.name === name)?.inputSchema).toMatchObject({ type: 'object' });
  });

  test('finds what the role permits, and calls no more', async () => {
    const found = await caller({ role: 'viewer' }).tool('search_tools', { query: 'create webhook', limit: 10 });
    const names = found.structuredContent.tools.map(({ name }: { name: string }) => name);
    expect(names).not.toContain('create_webhook');
    const params = { name: 'call_tool', arguments: { name: 'create_webhook', arguments: {} } };
    const reply = await caller({ role: 'viewer' }).ask('tools/call', params);
    expect(reply.message.error).toMatchObject({ code: -32603, data: { code: 'FORBIDDEN' } });
  });

  test.each([
    ['search_tools', {}, 'query: Is required.'],
    ['search_tools', { query: 'x'.repeat(201) }, 'query: Must be at most 200 characters.'],
    ['search_tools', { query: 'x', limit: 11 }, 'limit: Must be at most 10.'],
    ['search_tools', { query: 'x', color: 1 }, 'color: There is no such argument.'],
    ['search_tools', { query: 'a\u0000' }, 'query: Must not contain NUL characters or unpaired surrogates.'],
    ['call_tool', {}, 'name: Is required.'],
    ['call_tool', { name: 'no_such_tool' }, 'name: There is no such tool. search_tools finds those that there are.'],
    ['call_tool', { name: '__proto__' }, 'name: There is no such tool. search_tools finds those that there are.'],
    [
      'call_tool',
      { name: 'call_tool', arguments: { name: 'get_usage' } },
      'name: There is no such tool. search_tools finds those that there are.',
    ],
    ['call_tool', { name: 'get_usage', arguments: [] }, 'arguments: Must be an object.'],
    ['call_tool', { name: 'get_usage', color: 1 }, 'color: There is no such argument.'],
  ])('%s with %j is a result with isError that a model can correct', async (name, given, problem) => {
    const { content, isError } = await caller().tool(name, given);
    const text = `VALIDATION_ERROR: The arguments are not valid.\n${problem}`;
    expect({ content, isError }).toEqual({ content: [{ type: 'text', text }], isError: true });
  });
});

/** Calls tools of the default toolset only, as a model would that is shown no others. */
class Model {
  readonly #client = caller();
  #shown: string[] = [];

  async begin(): Promise<this> {
    this.#shown = await listed();
    return this;
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look into results of every shape
  async use(name: string, given: object = {}): Promise<any> {
    const isShown = this.#shown.includes(name);
    if (!isShown) {
      const found = await this.#client.tool('search_tools', { query: name.replaceAll('_', ' ') });
      expect(found.structuredContent.tools.map((tool: { name: string }) => tool.name)).toContain(name);
    }
    const result = isShown
      ? await this.#client.tool(name, given)
      : await this.#client.tool('call_tool', { name, arguments: given });
    expect({ name, isError: result.isError, text: result.isError && result.content }).toMatchObject({ isError: false });
    return result.structuredContent;
  }

  completed(id: number): Promise<unknown> {
    return waitUntil(
      'the execution',
      async () => (await this.use('get_execution', { execution_id: id })).data,
      ({ status }) => status === 'completed',
    );
  }
}

describe('with the default toolset alone', () => {
  const TASKS: [string, (model: Model) => Promise<void>][] = [
    [
      'a post is written',
      async (model) => {
        await model.use('get_capability', { slug: 'blog_post' });
        const { execution_id } = await model.use('execute_capability', {
          slug: 'blog_post',
          settings: { topic: 'Zebras' },
        });
        await model.completed(execution_id);
        const assets = await model.use('list_execution_assets', { execution_id });
        const { content_item_id } = assets.data.content_items[0];
        expect((await model.use('get_content_item', { content_item_id })).data.body.length).toBeGreaterThan(100);
      },
    ],
    [
      'a question is answered',
      async (model) => {
        const settings = { query: 'What are credits?' };
        const { execution_id } = await model.use('execute_capability', { slug: 'platform_knowledge_query', settings });
        await model.completed(execution_id);
      },
    ],
    [
      'what was made is moved on the board',
      async (model) => {
        const { columns } = (await model.use('show_board')).data;
        const { content_item_id } = columns.generated.items[0];
        const moved = await model.use('move_content_item', { content_item_id, status: 'review' });
        expect(moved.data.kanban_status).toBe('review');
      },
    ],
    [
      'a text is edited',
      async (model) => {
        const { columns } = (await model.use('show_board')).data;
        const { content_item_id } = columns.review.items[0];
        await model.use('edit_content_item', { content_item_id, title: 'A better title' });
        expect((await model.use('get_content_item', { content_item_id })).data.title).toBe('A better title');
      },
    ],
    [
      'a date is planned',
      async (model) => {
        const planned = {
          title: 'Launch',
          scheduled_at: '2030-01-01T09:00:00Z',
          event_type: 'product_launch',
          channel: 'blog',
        };
        await model.use('create_gtm_event', planned);
        expect((await model.use('list_gtm_events', { start_date: '2030-01-01', end_date: '2030-01-31' })).data).toEqual(
          [expect.objectContaining({ title: 'Launch' })],
        );
      },
    ],
    [
      'a listing is scored',
      async (model) => {
        await model.use('get_listing_score', { listing_id: TRY_LISTINGS.listing_ids[0] });
      },
    ],
    [
      'credits are counted',
      async (model) => {
        expect((await model.use('get_usage')).data.credits.available).toBeGreaterThan(0);
      },
    ],
    [
      'a webhook is made',
      async (model) => {
        const body = { url: 'http://127.0.0.1:9/hook', events: ['content.generated'] };
        await model.use('create_webhook', body);
        expect((await model.use('list_webhooks')).data).toHaveLength(1);
      },
    ],
    [
      'a case study is begun',
      async (model) => {
        await model.use('create_case_study', CASE_STUDY);
        expect((await model.use('list_case_studies')).data).toHaveLength(1);
      },
    ],
    [
      'a brand voice is made',
      async (model) => {
        const { data } = await model.use('create_brand_voice', { name: 'Calm', tone: 'calm' });
        expect((await model.use('list_brand_voices')).data).toContainEqual(
          expect.objectContaining({ brand_voice_id: data.brand_voice_id }),
        );
      },
    ],
  ];

  test.each(TASKS)('%s', async (_task, perform) => {
    await perform(await new Model().begin());
  });
});
