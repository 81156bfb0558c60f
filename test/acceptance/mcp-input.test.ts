import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { agentOf } from '../environment/agent-audit.ts';
import { ModernCaller } from '../environment/mcp.ts';
import { createPartner, type Partner } from '../environment/partners.ts';
import { runningStack } from '../environment/running-stack.ts';
import { type McpProcess, startMcpProcess } from '../mcp/process.ts';

jest.setTimeout(180_000);

const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const ASKS = { [CAPABILITIES]: { elicitation: {} } };
const BLOG_POST = { slug: 'blog_post', settings: { topic: 'Zebras' } };
const BLOG_PRICE = 10;
const YES = { confirm: { action: 'accept', content: { confirm: true } } };

let api: McpProcess;
let partner: Partner;

beforeAll(async () => {
  api = await startMcpProcess({ ...runningStack().environment, MCP_CONFIRM_CREDITS: String(BLOG_PRICE - 1) });
  partner = await createPartner();
});
afterAll(() => api?.kill());

function caller(claims: object = {}): ModernCaller {
  return new ModernCaller(api.origin, { partnerId: partner.id, ...claims });
}

/** Calls a tool as a client that can ask its user; `more` are answers and state of an earlier answer. */
async function call(client: ModernCaller, name: string, given: object, more: object = {}, meta: object = ASKS) {
  return (await client.ask('tools/call', { name, arguments: given, ...more }, meta)).message;
}

/** Calls a tool that asks something first; returns what it asks. */
async function asked(client: ModernCaller, name: string, given: object, more: object = {}) {
  const { result } = await call(client, name, given, more);
  expect(result).toMatchObject({ resultType: 'input_required', requestState: expect.any(String) });
  return result;
}

async function executions(of: Partner): Promise<number> {
  const { structuredContent } = await caller({ partnerId: of.id }).tool('list_executions', { per_page: 1 });
  return structuredContent.meta.total;
}

async function addVoice(client: ModernCaller, name: string): Promise<number> {
  const { structuredContent } = await client.tool('create_brand_voice', { name });
  return structuredContent.data.brand_voice_id;
}

describe('a call that costs much', () => {
  test('asks for consent, starts nothing before, and goes on with it', async () => {
    const own = await createPartner();
    const client = caller({ partnerId: own.id });
    const { inputRequests, requestState, _meta } = await asked(client, 'execute_capability', BLOG_POST);
    expect(inputRequests).toEqual({
      confirm: {
        method: 'elicitation/create',
        params: {
          mode: 'form',
          message: 'This costs up to 10 credits. Is it to be done?',
          requestedSchema: {
            type: 'object',
            properties: { confirm: { type: 'boolean', title: 'Spend up to 10 credits' } },
            required: ['confirm'],
          },
        },
      },
    });
    expect(_meta).toHaveProperty(['io.modelcontextprotocol/serverInfo']);
    expect(await executions(own)).toBe(0);
    const { result } = await call(client, 'execute_capability', BLOG_POST, { inputResponses: YES, requestState });
    expect(result).toMatchObject({ resultType: 'complete', isError: false });
    expect(await executions(own)).toBe(1);
  });

  test('becomes a task only with consent', async () => {
    const meta = { [CAPABILITIES]: { elicitation: { form: {} }, extensions: { 'io.modelcontextprotocol/tasks': {} } } };
    const first = (await call(caller(), 'execute_capability', BLOG_POST, {}, meta)).result;
    expect(first.resultType).toBe('input_required');
    const { requestState } = first;
    const { result } = await call(
      caller(),
      'execute_capability',
      BLOG_POST,
      { inputResponses: YES, requestState },
      meta,
    );
    expect(result).toMatchObject({ resultType: 'task', taskId: expect.stringMatching(/^execution-/) });
  });

  test('asks where it is called by call_tool, too', async () => {
    const given = { name: 'execute_capability', arguments: BLOG_POST };
    const { requestState } = await asked(caller(), 'call_tool', given);
    const { result } = await call(caller(), 'call_tool', given, { inputResponses: YES, requestState });
    expect(result).toMatchObject({ isError: false });
  });

  test.each([
    ['declines', { action: 'decline' }, /^The user declined\. Nothing was started/],
    ['closes the question', { action: 'cancel' }, /^The user closed the question/],
    ['does not consent', { action: 'accept', content: { confirm: false } }, /^The user declined\./],
  ])('starts nothing for a user who %s', async (_what, said, text) => {
    const own = await createPartner();
    const client = caller({ partnerId: own.id });
    const { requestState } = await asked(client, 'execute_capability', BLOG_POST);
    const more = { inputResponses: { confirm: said }, requestState };
    const { result } = await call(client, 'execute_capability', BLOG_POST, more);
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(text) }] });
    expect(await executions(own)).toBe(0);
  });

  test.each([
    ['no answer', {}],
    ['an answer to something else', { other: YES.confirm }],
    ['an empty answer', { confirm: { action: 'accept', content: {} } }],
  ])('asks again after %s', async (_what, inputResponses) => {
    const { requestState } = await asked(caller(), 'execute_capability', BLOG_POST);
    await asked(caller(), 'execute_capability', BLOG_POST, { inputResponses, requestState });
  });

  test('trusts no consent that it has not asked for', async () => {
    await asked(caller(), 'execute_capability', BLOG_POST, { inputResponses: YES });
  });

  test.each([
    ['are no answers', { inputResponses: { confirm: true } }],
    ['have an unknown action', { inputResponses: { confirm: { action: 'maybe' } } }],
    ['have a list', { inputResponses: [] }],
  ])('refuses answers that %s', async (_what, more) => {
    const { requestState } = await asked(caller(), 'execute_capability', BLOG_POST);
    const { error } = await call(caller(), 'execute_capability', BLOG_POST, { requestState, ...more });
    expect(error).toMatchObject({ code: -32602 });
  });

  test.each([
    ['that cannot ask', {}],
    ['that can only open pages', { elicitation: { url: {} } }],
    ['whose elicitation is none', { elicitation: true }],
  ])('goes on at once for clients %s', async (_what, capabilities) => {
    const meta = { [CAPABILITIES]: capabilities };
    const more = { inputResponses: {}, requestState: 'mine' };
    expect((await call(caller(), 'execute_capability', BLOG_POST, more, meta)).result).toMatchObject({
      isError: false,
    });
  });

  test('asks nothing where it would be refused anyway, or costs little', async () => {
    const wrong = await call(caller(), 'execute_capability', { slug: 'blog_post', settings: {} });
    expect(wrong.result.content[0].text).toMatch(/^VALIDATION_ERROR/);
    const cheap = { slug: 'platform_knowledge_query', settings: { query: 'What are credits?' } };
    expect((await call(caller(), 'execute_capability', cheap)).result).toMatchObject({ isError: false });
  });

  test.each([
    ['generate_text', { post_type: 'post_generator', maximum_length: 2_000, number_of_results: 1 }, 16],
    ['retry_execution', undefined, BLOG_PRICE],
  ])('is %s, too', async (tool, given, credits) => {
    const client = caller();
    const { requestState } = await asked(client, 'execute_capability', BLOG_POST);
    const { result } = await call(client, 'execute_capability', BLOG_POST, { inputResponses: YES, requestState });
    const id = { execution_id: result.structuredContent.execution_id };
    await client.tool('cancel_execution', id);
    const { inputRequests } = await asked(client, tool, given ?? id);
    expect(inputRequests.confirm.params.message).toContain(`up to ${credits} credits`);
  });
});

describe('a state', () => {
  const OTHER = { slug: 'blog_post', settings: { topic: 'Elephants' } };

  test.each<[string, string, (state: string) => Promise<{ error: unknown }>]>([
    [
      'was altered',
      'invalid',
      (state) => replay({ state: `${state.slice(0, 40)}${state[40] === 'A' ? 'B' : 'A'}${state.slice(41)}` }),
    ],
    ['was made up', 'invalid', () => replay({ state: Buffer.from('{"asked":["confirm"]}').toString('base64url') })],
    ['is empty', 'invalid', () => replay({ state: '' })],
    ['is of other arguments', 'mismatch', (state) => replay({ state, given: OTHER })],
    ['is of another tool', 'mismatch', (state) => replay({ state, tool: 'execute_workflow_template' })],
    ['is of a tool that asks nothing', 'mismatch', (state) => replay({ state, tool: 'get_usage', given: {} })],
    ['is of another person', 'mismatch', (state) => replay({ state, claims: { subject: 'user-2' } })],
    ['is of another client', 'mismatch', (state) => replay({ state, claims: { clientId: 'other-client' } })],
    [
      'is of another partner',
      'mismatch',
      async (state) => replay({ state, claims: { partnerId: (await createPartner()).id } }),
    ],
  ])('that %s is refused', async (_what, reason, replayed) => {
    const { requestState } = await asked(caller(), 'execute_capability', BLOG_POST);
    const before = await executions(partner);
    expect((await replayed(requestState)).error).toMatchObject({
      code: -32602,
      message: expect.stringMatching(/^requestState /),
      data: { reason },
    });
    expect(await executions(partner)).toBe(before);
  });

  test.each([[7], ['x'.repeat(8_193)]])('that can be none is refused', async (requestState) => {
    const { error } = await call(caller(), 'execute_capability', BLOG_POST, { requestState });
    expect(error).toMatchObject({ code: -32602 });
  });

  test('tells nobody what it contains', async () => {
    const { requestState } = await asked(caller(), 'execute_capability', BLOG_POST);
    expect(Buffer.from(requestState, 'base64url').toString('latin1')).not.toMatch(/confirm|credits|request_state/);
  });

  function replay({
    state,
    tool = 'execute_capability',
    given = tool === 'execute_workflow_template' ? { ...BLOG_POST, slug: undefined, template_slug: 'x' } : BLOG_POST,
    claims = {},
  }: {
    state: string;
    tool?: string;
    given?: object;
    claims?: object;
  }) {
    const { settings: _settings, ...template } = given as { settings?: object };
    const named = tool === 'execute_workflow_template' ? template : given;
    return call(caller(claims), tool, named, { inputResponses: YES, requestState: state });
  }
});

describe('a call without a record that it needs', () => {
  const SIMULATION = { slug: 'blog_post', settings: { topic: 'Zebras' } };

  test('asks which agent it is, and goes on with the one that the user chooses', async () => {
    const writer = await agentOf(partner);
    const { inputRequests, requestState } = await asked(caller(), 'dry_run_agent', SIMULATION);
    const { oneOf } = inputRequests.agent_id.params.requestedSchema.properties.agent_id;
    expect(oneOf).toContainEqual({ const: String(writer), title: expect.any(String) });
    const inputResponses = { agent_id: { action: 'accept', content: { agent_id: String(writer) } } };
    const { result } = await call(caller(), 'dry_run_agent', SIMULATION, { inputResponses, requestState });
    expect(result).toMatchObject({ isError: false, structuredContent: { data: { agent_id: writer } } });
  });

  test('refuses the agent of another partner, and asks again for what is no agent', async () => {
    const foreign = await agentOf(await createPartner());
    const { requestState } = await asked(caller(), 'dry_run_agent', SIMULATION);
    const chosen = (agent_id: string) => ({ agent_id: { action: 'accept', content: { agent_id } } });
    const more = { inputResponses: chosen(String(foreign)), requestState };
    const { result } = await call(caller(), 'dry_run_agent', SIMULATION, more);
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^FORBIDDEN/) }] });
    await asked(caller(), 'dry_run_agent', SIMULATION, { inputResponses: chosen('none'), requestState });
  });

  test('says what is missing to clients that cannot ask, and where nothing can be chosen', async () => {
    const plain = await call(caller(), 'dry_run_agent', SIMULATION, {}, {});
    expect(plain.result.content[0].text).toMatch(/agent_id: Is required/);
    const without = caller({ partnerId: (await createPartner()).id });
    const none = await call(without, 'update_brand_voice', { name: 'Other' });
    expect(none.result.content[0].text).toMatch(/brand_voice_id: Is required/);
  });

  test('asks for the brand voice of a text where there are several and none is named', async () => {
    const own = await createPartner();
    const client = caller({ partnerId: own.id });
    const cheap = { slug: 'summarization', settings: { content: 'Zebras have stripes.' } };
    const first = await addVoice(client, 'Plain');
    expect((await call(client, 'execute_capability', cheap)).result).toMatchObject({ isError: false });
    const second = await addVoice(client, 'Bold');
    const { inputRequests, requestState } = await asked(client, 'execute_capability', cheap);
    expect(Object.keys(inputRequests)).toEqual(['brand_voice_id']);
    expect(inputRequests.brand_voice_id.params.requestedSchema.properties.brand_voice_id.oneOf).toEqual([
      { const: String(second), title: 'Bold' },
      { const: String(first), title: 'Plain' },
      { const: 'none', title: 'None of them' },
    ]);
    for (const [brand_voice_id, name] of [
      [String(first), 'Plain'],
      ['none', undefined],
    ]) {
      const inputResponses = { brand_voice_id: { action: 'accept', content: { brand_voice_id } } };
      const { result } = await call(client, 'execute_capability', cheap, { inputResponses, requestState });
      expect(result).toMatchObject({ isError: false });
      const read = await client.tool('get_execution', { execution_id: result.structuredContent.execution_id });
      expect(read.structuredContent.data.context?.brand_voice?.name).toBe(name);
    }
    for (const context of [{ brand_voice_id: second }, { brand_voice_id: null }]) {
      const named = await call(client, 'execute_capability', { ...cheap, context });
      expect(named.result).toMatchObject({ isError: false });
    }
    const query = { slug: 'platform_knowledge_query', settings: { query: 'What are credits?' } };
    expect((await call(client, 'execute_capability', query)).result).toMatchObject({ isError: false });
  });

  test('asks for all at once, and then for what is left', async () => {
    const own = await createPartner();
    const client = caller({ partnerId: own.id });
    const voice = await addVoice(client, 'Plain');
    await addVoice(client, 'Bold');
    const both = await asked(client, 'execute_capability', BLOG_POST);
    expect(Object.keys(both.inputRequests)).toEqual(['brand_voice_id', 'confirm']);
    const chosen = { brand_voice_id: { action: 'accept', content: { brand_voice_id: String(voice) } } };
    const rest = await asked(client, 'execute_capability', BLOG_POST, {
      inputResponses: chosen,
      requestState: both.requestState,
    });
    expect(Object.keys(rest.inputRequests)).toEqual(['confirm']);
    const more = { inputResponses: YES, requestState: rest.requestState };
    const { result } = await call(client, 'execute_capability', BLOG_POST, more);
    expect(result).toMatchObject({ isError: false });
    const read = await client.tool('get_execution', { execution_id: result.structuredContent.execution_id });
    expect(JSON.stringify(read.structuredContent.data)).toContain('Plain');
  });
});
