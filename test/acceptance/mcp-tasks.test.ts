import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { CONTENT_REFRESH } from '../../domain/workflow-templates/catalogue/content.ts';
import { agentOf, markAgent } from '../environment/agent-audit.ts';
import { CASE_STUDY } from '../environment/case-study-body.ts';
import { startSession } from '../environment/dry-run.ts';
import { reportOrder } from '../environment/invoices.ts';
import { TAKES_TASKS, TaskCaller } from '../environment/mcp-tasks.ts';
import { createPartner, type Partner, usageOf } from '../environment/partners.ts';
import { runningStack } from '../environment/running-stack.ts';
import { addFault, marker, removeFaults } from '../environment/sandbox-ai.ts';
import { waitUntil } from '../environment/wait-until.ts';
import { type McpProcess, startMcpProcess } from '../mcp/process.ts';

jest.setTimeout(240_000);

let api: McpProcess;
let partner: Partner;
let agent: number;

beforeAll(async () => {
  api = await startMcpProcess(runningStack().environment);
  partner = await createPartner();
  agent = await agentOf(partner);
});
afterAll(() => api?.kill());

function caller(claims: object = {}, process: McpProcess = api): TaskCaller {
  return new TaskCaller(process.origin, { partnerId: partner.id, ...claims });
}

/** A word for a prompt that the AI answers late, so that the work goes on when its call is answered. */
async function slowWord(): Promise<string> {
  const word = marker();
  await addFault({ kind: 'slow', delay_ms: 2_000, match: word, times: 1 });
  return word;
}

/** Work that a call begins: the tool, its arguments, the kind of its task, and what its result says. */
const WORK: [string, string, () => Promise<object>, object][] = [
  [
    'case-study',
    'generate_case_study',
    async () => ({ ...CASE_STUDY, lessons_learned: await slowWord() }),
    { data: { case_study_id: expect.any(Number), generated_content: expect.any(Object) } },
  ],
  [
    'execution',
    'execute_workflow_template',
    async () => ({ template_slug: 'content_refresh', input: CONTENT_REFRESH.example }),
    { data: { status: 'completed', execution_id: expect.any(Number) } },
  ],
  [
    'dry-run',
    'dry_run_agent',
    async () => ({ agent_id: agent, slug: 'blog_post', settings: { topic: await slowWord() } }),
    { data: { status: 'completed', previews: expect.any(Array) } },
  ],
  [
    'challenge',
    'challenge_agent',
    async () => ({ agent_id: agent, categories: ['leakage'] }),
    { data: { status: 'completed', score: expect.any(Number) } },
  ],
  [
    'dry-run-message',
    'send_dry_run_message',
    async () => ({ dry_run_session_id: (await startSession(partner)).id, message: await slowWord() }),
    { data: { reply: { role: 'assistant' } } },
  ],
  [
    'invoice-backfill',
    'backfill_invoices',
    async () => {
      await reportOrder(partner);
      return {};
    },
    { count: 1, invoice_numbers: [expect.stringMatching(/^INV-/)] },
  ],
];

/** Kinds that every role may see. */
const VIEWED = ['case-study', 'execution'];

describe.each(WORK)('work of the kind %s', (kind, tool, given, result) => {
  test('is a task for clients that take tasks, whose result is that of the call', async () => {
    const begun = await caller().task(tool, given);
    expect(begun).toMatchObject({
      resultType: 'task',
      taskId: expect.stringMatching(new RegExp(`^${kind}-\\d+$`)),
      status: 'working',
      statusMessage: expect.any(String),
      ttlMs: null,
    });
    const { taskId } = begun;
    const task = await caller().ended(taskId);
    expect(task).toMatchObject({ resultType: 'complete', taskId, status: 'completed' });
    expect(task.result).toMatchObject({ isError: false, structuredContent: result });
    // What has ended stays as it is.
    expect((await caller().about('cancel', taskId)).message.result).toMatchObject({ resultType: 'complete' });
    const both = await Promise.all([caller().about('get', taskId), caller().about('get', taskId)]);
    for (const { message } of both) expect(message.result).toEqual(task);
  });

  test('is as unknown to other partners, to roles that may not see it, and without a record', async () => {
    const { taskId } = await caller().task(tool, given);
    const stranger = caller({ partnerId: (await createPartner()).id });
    const asked: [TaskCaller, string][] = [
      [stranger, taskId],
      // A viewer may see content, and nothing else of these.
      ...(VIEWED.includes(kind) ? [] : [[caller({ role: 'viewer' }), taskId] as [TaskCaller, string]]),
      [caller(), `${kind}-99999999`],
      [caller(), `${kind}-0`],
      [caller(), `${kind}-1e3`],
    ];
    for (const [client, id] of asked) {
      for (const verb of ['get', 'cancel', 'update'] as const) {
        const { message } = await client.about(verb, id, { inputResponses: {} });
        expect(message.error).toEqual({ code: -32602, message: 'Task not found.', data: { taskId: id } });
      }
    }
    await caller().ended(taskId);
  });
});

test('a case study that was added without the AI is no task', async () => {
  const made = await caller().tool('create_case_study', CASE_STUDY);
  const taskId = `case-study-${made.structuredContent.data.case_study_id}`;
  expect((await caller().about('get', taskId)).message.error).toMatchObject({ code: -32602 });
});

test('clients that take no tasks get the results that they got before', async () => {
  const { structuredContent } = await caller().tool('generate_case_study', CASE_STUDY);
  expect(structuredContent.data.generated_content).toEqual(expect.any(Object));
});

describe('a task that fails', () => {
  test('has the error that the call would have ended with', async () => {
    const word = marker();
    // It must not fail before its call is answered, which then has the error.
    await addFault({ kind: 'hang', match: word });
    const given = { ...CASE_STUDY, problem_statement: `${CASE_STUDY.problem_statement} ${word}` };
    const { taskId } = (await caller().begin('generate_case_study', given)).message.result;
    await addFault({ kind: 'refuse', match: word });
    await removeFaults(word, { kind: 'hang' });
    const task = await caller().ended(taskId);
    const synchronous = (await caller().ask('tools/call', { name: 'generate_case_study', arguments: given })).message;
    await removeFaults(word);
    expect(task).toMatchObject({ status: 'failed', error: { code: -32603, data: { code: 'GENERATION_FAILED' } } });
    expect(task.error).toEqual(synchronous.error);
    expect(task).not.toHaveProperty('result');
  });

  test('is completed with an error where the call would have answered with the record', async () => {
    const own = await createPartner();
    const client = caller({ partnerId: own.id });
    const word = marker();
    const writer = await agentOf(own);
    await markAgent(writer, word);
    await addFault({ kind: 'error', status: 401, match: word });
    const given = { agent_id: writer, categories: ['injection'] };
    const { taskId } = (await client.begin('challenge_agent', given)).message.result;
    const task = await client.ended(taskId);
    await removeFaults(word);
    expect(task).toMatchObject({
      status: 'completed',
      statusMessage: expect.stringMatching(/Nothing was charged/),
      result: { isError: true, structuredContent: { data: { status: 'failed' } } },
    });
  });
});

describe('a restart of the API', () => {
  test.each([
    ['execute_capability', (audience: string) => ({ slug: 'blog_post', settings: { topic: 'Zebras', audience } })],
    [
      'generate_case_study',
      (word: string) => ({ ...CASE_STUDY, problem_statement: `${CASE_STUDY.problem_statement} ${word}` }),
    ],
  ])('changes nothing of a task of %s: its client goes on asking, and gets the result', async (tool, given) => {
    const word = marker();
    await addFault({ kind: 'hang', match: word });
    const before = await startMcpProcess(runningStack().environment);
    const client = caller({}, before);
    const { taskId } = (await client.begin(tool, given(word))).message.result;
    expect((await client.about('get', taskId)).message.result).toMatchObject({ status: 'working' });
    await before.kill();
    await expect(client.about('get', taskId)).rejects.toThrow();
    const after = await startMcpProcess(runningStack().environment);
    client.origin = after.origin;
    expect((await client.about('get', taskId)).message.result).toMatchObject({ status: 'working' });
    await removeFaults(word);
    expect(await client.ended(taskId)).toMatchObject({ status: 'completed', result: { isError: false } });
    await after.kill();
  });
});

test('the execution of a template is cancelled with its task, without cost', async () => {
  const own = await createPartner();
  const client = caller({ partnerId: own.id });
  const before = (await usageOf(own)).credits.balance;
  const word = marker();
  await addFault({ kind: 'hang', match: word });
  const { example } = CONTENT_REFRESH;
  const input = Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, name === 'content' ? `${value} ${word}` : value]),
  );
  const given = { template_slug: 'content_refresh', input };
  const { taskId } = (await client.begin('execute_workflow_template', given)).message.result;
  expect((await client.about('cancel', taskId)).message.result).toMatchObject({ resultType: 'complete' });
  expect(await client.ended(taskId)).toMatchObject({ status: 'cancelled' });
  await removeFaults(word);
  expect((await usageOf(own)).credits).toMatchObject({ balance: before, held: 0 });
});

test('a cancellation that races the end leaves one of both, and what it charged is according', async () => {
  const own = await createPartner();
  const client = caller({ partnerId: own.id });
  const ends = new Set<string>();
  for (const pauses of [0, 1, 2, 4]) {
    const before = (await usageOf(own)).credits.balance;
    const given = { slug: 'platform_knowledge_query', settings: { query: 'What are credits?' } };
    const { taskId } = (await client.begin('execute_capability', given)).message.result;
    // Each time a little later: another answer is awaited so often first.
    for (let time = 0; time < pauses; time += 1) await client.about('get', taskId);
    const [cancelled] = await Promise.all([client.about('cancel', taskId), client.about('get', taskId)]);
    expect(cancelled.message.result).toMatchObject({ resultType: 'complete' });
    const task = await client.ended(taskId);
    ends.add(task.status);
    const again = (await client.about('get', taskId)).message.result;
    expect(again).toEqual(task);
    const spent = before - (await usageOf(own)).credits.balance;
    expect({ status: task.status, spent }).toEqual({ status: task.status, spent: task.status === 'cancelled' ? 0 : 2 });
  }
  expect([...ends].every((status) => ['cancelled', 'completed'].includes(status))).toBe(true);
});

test('who listens to tasks gets their progress and their end', async () => {
  const client = caller();
  const { taskId } = (await client.begin('challenge_agent', { agent_id: agent, categories: ['personal_data'] })).message
    .result;
  const notifications = { taskIds: [taskId, 'challenge-99999999', 'poem-1'] };
  const stream = await client.stream(client.message('subscriptions/listen', { notifications }, TAKES_TASKS, 'stream'));
  const sent = await waitUntil(
    'the report',
    () => stream.messages(),
    (messages) => messages.at(-1)?.params?.status === 'completed',
    { limitMs: 120_000 },
  );
  stream.leave();
  expect(sent[0].params.notifications).toEqual({ taskIds: [taskId, 'challenge-99999999'] });
  const states = sent.slice(1).map(({ method, params }) => [method, params.taskId, params.status]);
  expect(new Set(states.map(([method, id]) => `${method} ${id}`))).toEqual(new Set([`notifications/tasks ${taskId}`]));
  expect(sent.at(-1)?.params.result.structuredContent.data).toMatchObject({ status: 'completed' });
});
