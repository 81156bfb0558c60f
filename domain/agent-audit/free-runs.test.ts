import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { type ExecutionFlow, type Owner, startExecutionFlow } from '../../test/environment/execution-flow.ts';
import { codeOf } from '../../test/environment/service.ts';
import { createAgent } from '../agents/operations/create-agent.ts';
import { MAX_FREE_RUNS } from './free-runs.ts';
import { dryRunAgent } from './operations/dry-run-agent.ts';
import { testCapability } from './operations/test-capability.ts';

jest.setTimeout(60_000);

let flow: ExecutionFlow;
beforeAll(async () => {
  flow = await startExecutionFlow();
  // No workflow runs here, so a dry run is not waited for.
  Object.assign(flow.service.deps, { longestWaitMs: 1 });
});
afterEach(() => flow.service.setClock(undefined));
afterAll(() => flow.stop());

const input = { settings: { content: 'A short text.' } };
const tested = ({ call }: Owner) =>
  flow.service.run(call, testCapability, { params: { capability: 'summarization' }, input });
const simulated = async ({ call }: Owner, agent: number) =>
  flow.service.run(call, dryRunAgent, { params: { agent }, input: { capability: 'summarization', ...input } });
const agentOf = async ({ call }: Owner) =>
  (await flow.service.run(call, createAgent, { input: { name: 'Quill', agent_type: 'writer' } })).id;

async function tally(work: Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const code of await Promise.all(work.map(codeOf))) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

test('of dry runs and tests that come at once, exactly as many pass as are free a day', async () => {
  flow.service.setClock(new Date('2030-05-01T23:59:00Z'));
  const owner = await flow.createOwner();
  const agent = await agentOf(owner);
  const work = Array.from({ length: 60 }, (_, index) => (index % 2 ? tested(owner) : simulated(owner, agent)));
  expect(await tally(work)).toEqual({ none: MAX_FREE_RUNS, RATE_LIMITED: 60 - MAX_FREE_RUNS });
  await expect(tested(owner)).rejects.toMatchObject({ code: 'RATE_LIMITED', status: 429, retryAfterSeconds: 60 });
  await expect(tested(owner)).rejects.toMatchObject({
    limit: { name: 'free-runs', max: 50, windowSeconds: 86_400, resetAt: Date.UTC(2030, 4, 2) / 1000 },
  });
  // Another partner has its own, and the next day begins anew.
  expect(await codeOf(tested(await flow.createOwner()))).toBe('none');
  flow.service.setClock(new Date('2030-05-02T00:00:00Z'));
  expect(await codeOf(simulated(owner, agent))).toBe('none');
});

test('sandbox keys are not counted, and neither is what is refused', async () => {
  const owner = await flow.createOwner();
  const sandbox = { ...owner, call: (await flow.service.createKey(owner.partner, { sandbox: true })).call };
  const agent = await agentOf(owner);
  const left = async () => {
    const [row] = await flow.service.dataSource.query('SELECT used FROM agent_free_runs WHERE partner_id = $1', [
      owner.partner.id,
    ]);
    return row?.used ?? 0;
  };
  await tested(sandbox);
  await simulated(sandbox, agent);
  const refused = flow.service.run(owner.call, testCapability, {
    params: { capability: 'summarization' },
    input: { settings: { content: ' ' } },
  });
  expect(await codeOf(refused)).toBe('PRECONDITION_FAILED');
  expect(await left()).toBe(0);
  await tested(owner);
  expect(await left()).toBe(1);
});
