import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { listStale } from '../domain/kernel/stale-rows.ts';
import { perform, step } from '../domain/kernel/step.ts';
import type { CommandedFlow } from '../workflows/commands.ts';
import { PAYMENT_EVENT } from '../workflows/payment-event/contract.ts';
import type { Activities, Flow } from './flow.ts';

const apply = step({
  name: 'test.apply',
  input: z.object({ eventId: z.int(), rowKey: z.string(), at: z.string().default('now') }),
  output: z.object({ applied: z.boolean() }),
  run: async () => ({ applied: true }),
});
const read = step({ name: 'test.read', input: z.object({}).prefault({}), output: z.null(), run: async () => null });
const stale = listStale('test.stale', { table: 'payment_event', open: ['stored'], startedBy: 'payment.apply' });

const flow = {
  contract: PAYMENT_EVENT,
  steps: { main: { apply }, transitions: { read, made: () => async (given: { id: number }) => String(given.id) } },
  owner: {
    name: 'event',
    stale,
    end: async (deps, event) => (await perform(deps, apply, event)).applied,
  },
} as const satisfies Flow<typeof PAYMENT_EVENT>;

type Steps = Activities<typeof flow>;

// The type check verifies these: an expected error that does not occur fails it.
test('the types of activities are those of the steps', async () => {
  const activities: Steps['main'] & Steps['transitions'] = {
    apply: async ({ eventId, at }) => ({ applied: eventId > 0 && at !== '' }),
    read: async () => null,
    made: async ({ id }) => String(id),
  };
  expect(await activities.apply({ eventId: 1, rowKey: 'key' })).toEqual({ applied: true });
  expect(await activities.read()).toBeNull();
  // @ts-expect-error the step expects a number
  await activities.apply({ eventId: '1', rowKey: 'key' });
  // @ts-expect-error the step requires a key
  await activities.apply({ eventId: 1 });
});

test('a flow says who ends its row, and serves its steps where there are workers', () => {
  const contract = PAYMENT_EVENT;
  const { owner, steps } = flow;
  const flows: readonly Flow<typeof PAYMENT_EVENT>[] = [
    flow,
    { contract, steps, owner: { none: 'The next run does it.' } },
    // @ts-expect-error without an owner there is a reason
    { contract, steps, owner: null },
    // @ts-expect-error the owner is missing
    { contract, steps },
    // @ts-expect-error no worker serves this group
    { contract, owner, steps: { nowhere: { apply } } },
    // @ts-expect-error the flow's row is an event
    { contract, steps, owner: { ...owner, end: async (_deps, { jobId }) => jobId === 1 } },
  ];
  expect(flows).toHaveLength(6);
});

test('a contract names the row of its command, and gives the workflow its input', () => {
  type Contract = CommandedFlow<'payment.apply', { eventId: number }>;
  const { start, ...rest } = PAYMENT_EVENT;
  const contracts: readonly Contract[] = [
    PAYMENT_EVENT,
    // @ts-expect-error the row's key is not its number
    { ...rest, start, row: 'rowKey' },
    // @ts-expect-error this is another command
    { ...rest, start, command: 'seo.start' },
    // @ts-expect-error the workflow requires the event
    { ...rest, start: (command, url) => ({ ...start(command, url), input: { jobId: command.eventId } }) },
  ];
  expect(contracts).toHaveLength(4);
});
