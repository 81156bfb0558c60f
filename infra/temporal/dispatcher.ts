import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import type { Outbox } from '../database/outbox.ts';
import { applyCommand, engineProblem, isEngineAway } from './engine.ts';
import type { EngineCommand } from './engine-command.ts';

/** Concurrent commands; further ones are left to the relay. */
const MAX_IN_FLIGHT = 50;
/** After a command that did not reach the engine the next ones are left to the relay for this long: they would not, either. */
const AWAY_MS = 1_000;
/** Done rows are deleted together after this long, one statement instead of many. */
const DONE_LINGER_MS = 20;

/** Sends commands to the engine without waiting for it. */
export interface Dispatcher<Command> {
  /** Sends new rows to the engine in the background; failures are left to the relay. */
  dispatch(messages: { id: number; command: Command }[]): void;
  /** Deletes a row that the engine has accepted, batched with others. */
  done(id: number): void;
  stop(): Promise<void>;
}

/** Sends commands to the engine right after their commit, in the process that committed them. */
export function createDispatcher<Command extends { kind: string }>(options: {
  client: Client;
  outbox: Outbox<Command>;
  /** null for a kind that is not known here. */
  toEngine(command: Command): EngineCommand | null;
  log: Logger;
}): Dispatcher<Command> {
  const { client, outbox, toEngine, log } = options;
  const inFlight = new Set<Promise<void>>();
  let finished: number[] = [];
  let timer: NodeJS.Timeout | undefined;
  let awayUntil = 0;

  const flush = async () => {
    timer = undefined;
    const ids = finished;
    finished = [];
    try {
      await outbox.done(ids);
    } catch (error) {
      log.warn({ err: error }, 'outbox rows stay for the relay, which will find them done');
    }
  };

  const done = (id: number) => {
    finished.push(id);
    timer ??= setTimeout(flush, DONE_LINGER_MS);
  };

  const send = async ({ id, command }: { id: number; command: Command }) => {
    try {
      await applyCommand(client, toEngine(command));
      done(id);
    } catch (error) {
      if (isEngineAway(error)) awayUntil = performance.now() + AWAY_MS;
      log.warn(
        { reason: engineProblem(error), command: command.kind },
        'the engine did not take a command; the relay will try again',
      );
    }
  };

  return {
    dispatch(messages) {
      if (performance.now() < awayUntil) return;
      for (const message of messages) {
        if (inFlight.size >= MAX_IN_FLIGHT) return;
        const sending = send(message).finally(() => inFlight.delete(sending));
        inFlight.add(sending);
      }
    },
    done,
    async stop() {
      await Promise.allSettled(inFlight);
      clearTimeout(timer);
      if (finished.length > 0) await flush();
    },
  };
}
