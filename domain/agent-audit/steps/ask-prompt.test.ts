import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { recordKeys } from '../../../test/environment/ai-requests.ts';
import { type ExecutionFlow, startExecutionFlow } from '../../../test/environment/execution-flow.ts';
import { createAgent } from '../../agents/operations/create-agent.ts';
import { perform } from '../../kernel/step.ts';
import { challengeAgent } from '../operations/challenge-agent.ts';
import { askPrompt } from './ask-prompt.ts';
import { openChallenge } from './challenge.ts';

jest.setTimeout(60_000);

let flow: ExecutionFlow;
beforeAll(async () => {
  flow = await startExecutionFlow();
});
afterAll(() => flow.stop());

test('the provider knows a prompt by its own key, whatever number its activity has after a reset', async () => {
  const { call } = await flow.createOwner();
  const { deps } = flow.service;
  const agent = await flow.service.run(call, createAgent, { input: { name: 'Quill', agent_type: 'writer' } });
  const challenge = await flow.service.run(call, challengeAgent, { params: { agent: agent.id }, input: {} });
  const reference = { challengeId: challenge.id, rowKey: challenge.row_key };
  const keys = recordKeys(deps.ai);
  const asked: string[] = [];
  // A run that was reset after the first answer begins with the second prompt.
  for (let resets = 0; resets < 2; resets += 1) {
    const [prompt = ''] = (await perform(deps, openChallenge, reference))?.prompts ?? [];
    await perform(deps, askPrompt, { ...reference, prompt });
    asked.push(`${challenge.row_key}/${prompt}`);
  }
  expect(new Set(asked).size).toBe(2);
  expect(keys).toEqual(asked);
});
