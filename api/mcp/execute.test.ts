import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { perform } from '../../domain/kernel/step.ts';
import { sessionKeyOf } from '../../domain/mcp/rules.ts';
import { openSession } from '../../domain/mcp/steps/sessions.ts';
import { type ExecutionFlow, startExecutionFlow } from '../../test/environment/execution-flow.ts';
import type { McpContext } from './context.ts';
import { respondWithExecution } from './execute.ts';

jest.setTimeout(60_000);

let flow: ExecutionFlow;
beforeAll(async () => {
  flow = await startExecutionFlow();
});
afterAll(() => flow.stop());

/** Handles a call that has just started an execution and cannot be streamed; returns the execution's status. */
async function statusAfter(given: Pick<McpContext, 'cancelled' | 'progressToken'>) {
  const { deps } = flow.service;
  const { partner, call } = await flow.createOwner();
  const execution = await flow.accept(call);
  const owner = { partnerId: partner.id, subject: 's', clientId: 'c' };
  const id = await perform(deps, openSession, { owner, client: { name: 'c', version: '1' } });
  const context = {
    deps,
    call,
    session: { id: sessionKeyOf(id) },
    requestId: 1,
    mark: () => false,
    log: () => {},
    ...given,
  };
  const { id: executionId, status, capability } = execution;
  const body = { data: { id: executionId, attributes: { status, capability } } };
  const answer = await respondWithExecution(body, context as unknown as McpContext);
  expect(answer.structuredContent).toEqual({ execution_id: executionId, status: 'pending' });
  return { status: (await flow.rowOf(executionId)).status, credits: await flow.creditsOf(partner) };
}

test.each([
  ['while it was accepted', undefined],
  ['before its stream could be followed', 'mine'],
])('an execution whose call was cancelled %s is cancelled', async (_when, progressToken) => {
  const after = await statusAfter({ cancelled: AbortSignal.abort(), progressToken });
  expect(after).toEqual({ status: 'cancelled', credits: { balance: 100, held: 0 } });
});

test('an execution whose client left before there was a stream goes on', async () => {
  const after = await statusAfter({ cancelled: new AbortController().signal, progressToken: 'mine' });
  expect(after.status).toBe('pending');
});
