import { expect, test } from '@jest/globals';
import type { Client } from '@temporalio/client';
import { pino } from 'pino';
import type { Outbox } from '../database/outbox.ts';
import type { EngineCommand } from './engine-command.ts';
import { createRelay } from './relay.ts';

interface Command {
  kind: string;
}

const UNAVAILABLE = 14;
const PERMISSION_DENIED = 7;
const INVALID_ARGUMENT = 3;

const CANCEL: EngineCommand = { action: 'cancel', workflowId: 'w', rowKey: 'r' };

/** What becomes of a row that has been tried ten times, unless given, when the engine answers with the gRPC status. */
async function relayOnce(
  code: number,
  { command = CANCEL, attempts = 10 }: { command?: EngineCommand | null; attempts?: number } = {},
): Promise<{ retriedInSeconds?: number; refused?: boolean }> {
  const withDeadline = async () => {
    throw Object.assign(new Error('not taken'), { cause: Object.assign(new Error('reason'), { code }) });
  };
  return new Promise((resolve) => {
    let claims = 0;
    const outbox = {
      claim: async () => (claims++ === 0 ? [{ id: 1, command: { kind: 'test' }, attempts }] : []),
      retryIn: async (_id: number, retriedInSeconds: number) => finish({ retriedInSeconds }),
      done: async () => undefined,
    };
    const relay = createRelay<Command>({
      client: { connection: { withDeadline } } as unknown as Client,
      outbox: outbox as unknown as Outbox<Command>,
      toEngine: () => command,
      refused: async () => finish({ refused: true }),
      log: pino({ level: 'silent' }),
    });
    const finish = (outcome: { retriedInSeconds?: number; refused?: boolean }) => {
      void relay.stop();
      resolve(outcome);
    };
    relay.start();
  });
}

test('while the engine is away a row is tried again soon, however often that was in vain', async () => {
  expect((await relayOnce(UNAVAILABLE)).retriedInSeconds).toBeLessThanOrEqual(5);
});

test('a row the engine objects to is tried again ever more rarely', async () => {
  expect(await relayOnce(PERMISSION_DENIED)).toEqual({ retriedInSeconds: 60 });
});

test('a row the engine will never take is refused', async () => {
  expect(await relayOnce(INVALID_ARGUMENT)).toEqual({ refused: true });
});

test('a row of a kind that is not known here is left to the relay of another release for most of an hour', async () => {
  expect(await relayOnce(UNAVAILABLE, { command: null })).toEqual({ retriedInSeconds: 60 });
  expect(await relayOnce(UNAVAILABLE, { command: null, attempts: 54 })).toEqual({ retriedInSeconds: 60 });
});

test('a row of a kind that nobody knows is refused, and does not pass for an engine that is away', async () => {
  expect(await relayOnce(UNAVAILABLE, { command: null, attempts: 55 })).toEqual({ refused: true });
});
