import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { cancelExecution } from '../../domain/executions/operations/cancel-execution.ts';
import { type ExecutionSummary, executionTopic } from '../../domain/executions/rules.ts';
import type { Deps } from '../../domain/kernel/deps.ts';
import { type ExecutionFlow, type Owner, startExecutionFlow } from '../../test/environment/execution-flow.ts';
import { watchEvents } from './watch.ts';

let flow: ExecutionFlow;
let owner: Owner;
beforeAll(async () => {
  flow = await startExecutionFlow();
  owner = await flow.createOwner();
});
afterAll(() => flow.stop());

const cancel = ({ id }: ExecutionSummary) => flow.service.run(owner.call, cancelExecution, { params: { id } });

/** The subscribers, by topic. */
function listening(): { deps: Deps; wake(topic: string): void; subscribed(): number } {
  const wakers = new Map<string, () => void>();
  const notifications: Deps['notifications'] = {
    ...flow.service.deps.notifications,
    subscribe(topic, wake) {
      wakers.set(topic, wake);
      return () => wakers.delete(topic);
    },
  };
  return {
    deps: { ...flow.service.deps, notifications },
    wake: (topic) => wakers.get(topic)?.(),
    subscribed: () => wakers.size,
  };
}

test('events come as they happen, and the stream ends with the execution', async () => {
  const execution = await flow.accept(owner.call);
  const { deps, wake, subscribed } = listening();
  const events = watchEvents(deps, owner.call, execution.id, 0);
  expect((await events.next()).value).toMatchObject({ type: 'status', data: { status: 'pending' } });
  const next = events.next();
  await cancel(execution);
  wake(executionTopic(execution.id));
  expect((await next).value).toMatchObject({ data: { status: 'cancelled' } });
  expect(await events.next()).toEqual({ value: undefined, done: true });
  expect(subscribed()).toBe(0);
});

test('more events than one read returns come all, in order', async () => {
  const execution = await flow.accept(owner.call);
  await flow.service.dataSource.query(
    `INSERT INTO execution_event (execution_id, type, data, created_at)
     SELECT $1, 'progress', jsonb_build_object('n', n), now() FROM generate_series(1, 450) AS n`,
    [execution.id],
  );
  await cancel(execution);
  const seen: unknown[] = [];
  for await (const { type, data } of watchEvents(flow.service.deps, owner.call, execution.id, 0)) {
    if (type === 'progress') seen.push(data['n']);
  }
  expect(seen).toEqual(Array.from({ length: 450 }, (_, index) => index + 1));
});

test('a client that leaves ends its stream at once', async () => {
  const execution = await flow.accept(owner.call);
  const { deps, subscribed } = listening();
  const gone = new AbortController();
  const events = watchEvents(deps, { ...owner.call, signal: gone.signal }, execution.id, 0);
  await events.next();
  const next = events.next();
  gone.abort();
  expect((await next).done).toBe(true);
  expect(subscribed()).toBe(0);
});
