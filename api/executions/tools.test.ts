import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { cancelExecution } from '../../domain/executions/operations/cancel-execution.ts';
import { type ExecutionFlow, type Owner, startExecutionFlow } from '../../test/environment/execution-flow.ts';
import { resultOf } from '../../test/environment/mcp-result.ts';
import { agentsArea } from '../agents/area.ts';
import { toolsOf } from '../area.ts';
import { capabilitiesArea } from '../capabilities/area.ts';
import { contentItemsArea } from '../content-items/area.ts';
import type { McpContext } from '../mcp/context.ts';
import { executionsArea } from './area.ts';

const TOOLS = toolsOf([capabilitiesArea, executionsArea, contentItemsArea, agentsArea]);

let flow: ExecutionFlow;
let owner: Owner;
beforeAll(async () => {
  flow = await startExecutionFlow();
});
beforeEach(async () => {
  owner = await flow.createOwner();
});
afterAll(() => flow.stop());

function toolNamed(name: string) {
  const tool = TOOLS.find((candidate) => candidate.name === name);
  if (!tool) throw new Error(`No tool ${name}`);
  return tool;
}

/** Calls a tool as a client that does not follow progress. */
async function call(name: string, given: Record<string, unknown>) {
  const { deps } = flow.service;
  const known: Partial<McpContext> = {
    deps,
    call: owner.call,
    publicUrl: 'http://localhost',
    now: deps.clock.now(),
    progressToken: undefined,
    cancelled: new AbortController().signal,
    log: () => undefined,
  };
  return resultOf(await toolNamed(name).call({ follow: async () => undefined, ...known } as McpContext, given));
}

const settings = { query: 'What is a credit?' };

test('the tools of these areas bear the names that models know', () => {
  expect(TOOLS.map(({ name }) => name)).toEqual([
    'list_capabilities',
    'get_capability',
    'execute_capability',
    'list_executions',
    'get_execution',
    'list_execution_assets',
    'list_execution_exchanges',
    'cancel_execution',
    'retry_execution',
    'archive_execution',
    'show_board',
    'get_content_item',
    'edit_content_item',
    'move_content_item',
    'move_content_items',
    'find_content_items',
    'create_content_item',
    'change_content_items',
    'delete_content_item',
    'restore_content_item',
    'duplicate_content_item',
    'approve_content_item',
    'remove_content_approval',
    'list_content_versions',
    'list_content_tags',
    'list_agents',
    'get_agent',
    'create_agent',
    'update_agent',
  ]);
});

test('executing answers with the id and where to read on, not with the whole execution', async () => {
  const result = await call('execute_capability', { slug: 'platform_knowledge_query', settings });
  const [execution] = (await flow.service.dataSource.query('SELECT id FROM execution WHERE partner_id = $1', [
    owner.partner.id,
  ])) as { id: number }[];
  expect(result).toEqual({
    content: [
      {
        type: 'text',
        text: `Execution ${execution?.id} started (platform_knowledge_query). Read it with get_execution until it has ended.`,
      },
    ],
    structuredContent: { execution_id: execution?.id, status: 'pending' },
    isError: false,
  });
});

test('what cannot be executed is a result that says so, and starts nothing', async () => {
  const result = await call('execute_capability', { slug: 'platform_knowledge_query', settings: { query: ' ' } });
  expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^PRECONDITION_FAILED/) }] });
  expect((await call('list_executions', {})).structuredContent).toMatchObject({ data: [], meta: { total: 0 } });
});

test('the board asks for 20 items of a column unless the model says otherwise, and says so', async () => {
  expect(toolNamed('show_board').description.inputSchema.properties?.['per_page']).toMatchObject({ default: 20 });
  await flow.service.dataSource.query(
    `INSERT INTO content_item (partner_id, title, content_type, kanban_status, body, preview, word_count, sandbox, settled_at,
                               created_at, updated_at)
     SELECT $1, 'Item ' || n, 'blog_post', 'ready', 'Text', 'Text', 1, false, now(), now(), now()
     FROM generate_series(1, 25) AS n`,
    [owner.partner.id],
  );
  const shown = async (given: Record<string, unknown>) => {
    const { structuredContent } = await call('show_board', given);
    return (structuredContent as { data: { columns: { ready: { items: object[]; count: number } } } }).data.columns
      .ready;
  };
  expect((await shown({})).items).toHaveLength(20);
  expect(await shown({ per_page: 22 })).toMatchObject({ items: { length: 22 }, count: 25 });
});

test('an item is moved by its id', async () => {
  const execution = await flow.accept(owner.call, 'blog_post', { settings: { topic: 'Clouds' } });
  await flow.complete(execution);
  const assets = await call('list_execution_assets', { execution_id: execution.id });
  const [{ content_item_id }] = (assets.structuredContent as { data: { content_items: [{ content_item_id: number }] } })
    .data.content_items;
  const moved = await call('move_content_item', { content_item_id, status: 'published' });
  expect(moved.structuredContent).toMatchObject({
    data: { content_item_id, kanban_status: 'published' },
    meta: { previous_status: 'generated' },
  });
  // Earlier names and those of REST still work.
  for (const name of ['id', 'contentId']) {
    expect(await call('move_content_item', { [name]: content_item_id, status: 'ready' })).toMatchObject({
      isError: false,
    });
  }
});

test('a conflict is a result that says so', async () => {
  const { id } = await flow.accept(owner.call);
  await flow.service.run(owner.call, cancelExecution, { params: { id } });
  expect(await call('cancel_execution', { execution_id: id })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/^CONFLICT.*\nget_execution tells how it stands/) }],
  });
});
