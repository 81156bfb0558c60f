import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import type { Outbox } from '../database/outbox.ts';
import { FairQueue } from '../fair-queue.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { engineProblem, isEngineAway } from './engine.ts';
import type { EngineCommand } from './engine-command.ts';
import { applyTraced } from './traced-command.ts';

/**
 * Concurrent commands, of a partner as many as are free besides, so that another's are sent at once. Further ones are left to the
 * relay, which sends them in their order.
 */
const MAX_IN_FLIGHT = 100;
/** After a command that did not reach the engine the next ones are left to the relay for this long: they would not, either. */
const AWAY_MS = 1_000;
/** Done rows are deleted together after this long, one statement instead of many. */
const DONE_LINGER_MS = 20;

/** A new row of the outbox. */
interface NewMessage<Command> {
  id: number;
  command: Command;
  traceparent?: string | undefined;
}

/** Sends commands to the engine without waiting for it. */
export interface Dispatcher<Command> {
  /** Sends new rows to the engine in the background; failures, and those of a partner with many under way, are left to the relay. */
  dispatch(messages: NewMessage<Command>[]): void;
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
  tracing?: Tracing | undefined;
  log: Logger;
}): Dispatcher<Command> {
  const { client, outbox, toEngine, tracing, log } = options;
  const inFlight = new Set<Promise<void>>();
  const shares = new FairQueue(MAX_IN_FLIGHT);
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

  const send = async ({ id, command, traceparent }: NewMessage<Command>) => {
    try {
      const toBeSent = toEngine(command);
      const key = toBeSent && 'priority' in toBeSent ? toBeSent.priority.fairnessKey : '';
      if (shares.isBusyFor(key)) return;
      await shares.run({ key, signal: undefined }, () => applyTraced(tracing, client, toBeSent, traceparent));
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
