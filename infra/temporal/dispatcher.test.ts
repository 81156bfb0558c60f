import { expect, test } from '@jest/globals';
import type { Client } from '@temporalio/client';
import { pino } from 'pino';
import type { Outbox } from '../database/outbox.ts';
import { createDispatcher } from './dispatcher.ts';
import type { EngineCommand } from './engine-command.ts';

interface Command {
  kind: string;
}

test('a partner with many commands under way leaves room for those of another', async () => {
  const { promise: taken, resolve: take } = Promise.withResolvers<void>();
  let asked = 0;
  const withDeadline = () => {
    asked += 1;
    return taken;
  };
  const done: number[] = [];
  const dispatcher = createDispatcher<Command>({
    client: { connection: { withDeadline } } as unknown as Client,
    outbox: { done: async (ids: number[]) => void done.push(...ids) } as unknown as Outbox<Command>,
    toEngine: ({ kind }) => ({ action: 'start', priority: { priorityKey: 3, fairnessKey: kind } }) as EngineCommand,
    log: pino({ level: 'silent' }),
  });
  dispatcher.dispatch(Array.from({ length: 60 }, (_, id) => ({ id, command: { kind: 'busy' } })));
  await new Promise(setImmediate);
  expect(asked).toBe(50);
  dispatcher.dispatch([{ id: 60, command: { kind: 'quiet' } }]);
  await new Promise(setImmediate);
  expect(asked).toBe(51);
  take();
  await dispatcher.stop();
  // The others are the relay's.
  expect(done).toEqual([...Array.from({ length: 50 }, (_, id) => id), 60]);
});
