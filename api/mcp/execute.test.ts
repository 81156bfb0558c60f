import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { type ExecutionFlow, startExecutionFlow } from '../../test/environment/execution-flow.ts';
import { resultOf } from '../../test/environment/mcp-result.ts';
import type { McpContext } from './context.ts';
import { respondWithExecution } from './execute.ts';

jest.setTimeout(60_000);

let flow: ExecutionFlow;
beforeAll(async () => {
  flow = await startExecutionFlow();
});
afterAll(() => flow.stop());

/** Handles a call that has just started an execution and cannot be streamed; returns the execution's status. */
async function statusAfter(given: Pick<McpContext, 'cancelled'>) {
  const { deps } = flow.service;
  const { partner, call } = await flow.createOwner();
  const execution = await flow.accept(call);
  const context = { deps, call, follow: async () => undefined, log: () => {}, ...given };
  const { id: executionId, status, capability } = execution;
  const body = { data: { id: executionId, attributes: { status, capability } } };
  const answer = resultOf(await respondWithExecution(body, context as unknown as McpContext));
  expect(answer.structuredContent).toEqual({ execution_id: executionId, status: 'pending' });
  return { status: (await flow.rowOf(executionId)).status, credits: await flow.creditsOf(partner) };
}

test('an execution whose call was cancelled before its stream could be followed is cancelled', async () => {
  const after = await statusAfter({ cancelled: AbortSignal.abort() });
  expect(after).toEqual({ status: 'cancelled', credits: { balance: 100, held: 0 } });
});

test('an execution whose client left before there was a stream goes on', async () => {
  const after = await statusAfter({ cancelled: new AbortController().signal });
  expect(after.status).toBe('pending');
});
