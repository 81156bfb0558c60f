import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { type ExecutionFlow, type Owner, startExecutionFlow } from '../../test/environment/execution-flow.ts';
import { migrateAgent } from '../agent-configuration/operations/migrate-agent.ts';
import { createAgent } from '../agents/operations/create-agent.ts';
import { updateAgent } from '../agents/operations/update-agent.ts';
import { getExecution } from './operations/reads.ts';
import { StepBlocked } from './step-io.ts';

jest.setTimeout(60_000);

let flow: ExecutionFlow;
let owner: Owner;
beforeAll(async () => {
  flow = await startExecutionFlow();
  owner = await flow.createOwner(10_000);
  const { ai } = flow.service.deps;
  const known = [{ name: 'other-model', isOffered: true, price: null }, ...ai.models.known];
  flow.service.deps.ai = { ...ai, models: { ...ai.models, known } };
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => flow.stop());

const POST = { topic: 'What an agent is told' };

async function addAgent(body: object = {}): Promise<number> {
  const input = { name: 'Quill', agent_type: 'writer', config_version: 1, ...body };
  return (await flow.service.run(owner.call, createAgent, { input })).id;
}
const change = (id: number, input: object) => flow.service.run(owner.call, updateAgent, { params: { id }, input });
const accept = (agent_id: number, slug = 'blog_post', settings: object = POST) =>
  flow.accept(owner.call, slug, { agent_id, settings });

/** Records the AI requests from now on. */
function recordRequests() {
  const { ai } = flow.service.deps;
  const text = jest.spyOn(ai, 'generateText');
  const object = jest.spyOn(ai, 'generateObject');
  return () =>
    [...object.mock.calls, ...text.mock.calls].map(([{ instructions, model, temperature, purpose }]) => ({
      instructions,
      model,
      temperature,
      task: purpose.task,
    }));
}

test('the agent’s instructions, model and temperature go with every request, to plan and to write', async () => {
  const requests = recordRequests();
  await flow.complete(
    await accept(
      await addAgent({
        settings: { instructions: 'Name the port.', tone: 'salty', temperature: 1.5 },
        model: 'other-model',
      }),
    ),
  );
  const byTask = new Map(requests().map((question) => [question.task, question]));
  expect([...byTask.keys()].sort()).toEqual(['plan', 'write']);
  for (const [task, line] of [
    ['plan', 'Plan so that research comes before writing'],
    ['write', 'You are an experienced writer.'],
  ] as const) {
    const { instructions, ...rest } = byTask.get(task) ?? { instructions: '' };
    expect(rest).toEqual({ task, model: 'other-model', temperature: 1.5 });
    expect(instructions).toContain(line);
    expect(instructions).toContain('"Name the port."');
    expect(instructions).toContain('Tone, unless the task names another: "salty"');
    expect(instructions).toMatch(/the rules above hold\.$/);
  }
});

test('the capability’s model takes precedence over the agent’s, and one that is not offered is skipped', async () => {
  const own = await addAgent({
    model: 'gpt-5',
    capability_models: { blog_post: 'other-model', summarization: 'gpt-5' },
  });
  const requests = recordRequests();
  await flow.complete(await accept(own));
  expect(new Set(requests().map(({ model }) => model))).toEqual(new Set(['other-model']));
  jest.restoreAllMocks();
  const laterRequests = recordRequests();
  await flow.complete(await accept(own, 'summarization', { content: 'A long text about ports. '.repeat(20) }));
  expect(new Set(laterRequests().map(({ model }) => model))).toEqual(new Set([undefined]));
});

test('a running execution keeps the agent configuration it began with', async () => {
  const id = await addAgent({ settings: { instructions: 'As it was.' } });
  const execution = await accept(id);
  const [key = ''] = await flow.plan(execution);
  await change(id, { settings: { instructions: 'As it is.' }, model: 'other-model', is_active: false });
  await flow.service.run(owner.call, migrateAgent, { params: { agent: id } });
  const requests = recordRequests();
  await flow.runStep(execution, key);
  const [first] = requests();
  expect(first).toMatchObject({ model: undefined });
  expect(first?.instructions).toContain('"As it was."');
  expect(first?.instructions).not.toContain('Prefer verbs to nouns');
  await change(id, { is_active: true });
  jest.restoreAllMocks();
  const laterRequests = recordRequests();
  await flow.complete(await accept(id));
  expect(laterRequests().at(-1)).toMatchObject({ model: 'other-model' });
  expect(laterRequests().at(-1)?.instructions).toContain('Prefer verbs to nouns');
});

test('phrases that the agent bans go to review, and stop the step when the agent blocks them', async () => {
  const banned_phrases = ['what an agent is told'];
  const reviewed = await accept(await addAgent({ settings: { banned_phrases } }));
  await flow.complete(reviewed);
  const { hits } = await flow.service.run(owner.call, getExecution, { params: { id: reviewed.id } });
  expect(hits).toContainEqual(expect.objectContaining({ rule: 'agent.banned_phrase', action: 'review' }));
  const settings = { banned_phrases, blocking_rules: ['agent.banned_phrase'] };
  const blocked = await accept(await addAgent({ settings }));
  const [key = ''] = await flow.plan(blocked);
  await expect(flow.runStep(blocked, key)).rejects.toBeInstanceOf(StepBlocked);
});
