import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import type { Outbox, OutboxMessage } from '../database/outbox.ts';
import { FairQueue } from '../fair-queue.ts';
import { type Tracing, traceRound } from '../telemetry/tracing.ts';
import { CommandRefused, engineProblem, isEngineAway } from './engine.ts';
import type { EngineCommand } from './engine-command.ts';
import { applyTraced } from './traced-command.ts';

const POLL_MS = 1_000;
const BATCH = 50;
/** Longest pause between two tries of a row, seconds; while the engine is away the next try is soon, so that work goes on soon. */
const MAX_RETRY_SECONDS = 60;
const MAX_RETRY_WHILE_AWAY_SECONDS = 4;

/** Sends outbox rows to the engine that the dispatcher did not: the engine was down, or the process died. */
export function createRelay<Command extends { kind: string }>(options: {
  client: Client;
  outbox: Outbox<Command>;
  /** null for a kind that is not known here. */
  toEngine(command: Command): EngineCommand | null;
  /** Parks a row the engine will never take, and fails what it belongs to. */
  refused(message: { id: number; command: Command }, reason: string): Promise<void>;
  tracing?: Tracing | undefined;
  log: Logger;
}) {
  const { client, outbox, toEngine, refused, tracing, log } = options;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;

  const deliver = async (message: OutboxMessage<Command>): Promise<number | undefined> => {
    try {
      await applyTraced(tracing, client, toEngine(message.command), message.traceparent);
      return message.id;
    } catch (error) {
      await postpone(message, error);
      return undefined;
    }
  };

  /** A row that cannot be written now is claimed again when its claim lapses; the others of its batch go on. */
  const postpone = async (message: OutboxMessage<Command>, error: unknown) => {
    const about = { command: message.command.kind, attempts: message.attempts };
    log.warn({ ...about, reason: engineProblem(error) }, 'a command was not taken');
    try {
      if (error instanceof CommandRefused) await refused(message, error.message);
      else await outbox.retryIn(message.id, retrySeconds(message.attempts, error), engineProblem(error));
    } catch (failure) {
      log.error({ ...about, err: failure }, 'a command that was not taken could not be postponed');
    }
  };

  const sweep = async () => {
    let full = true;
    while (full && !stopped) {
      // Rounds that find nothing have no trace: there is one each second.
      const messages = await outbox.claim(BATCH);
      if (messages.length === 0) return;
      const taken = await traceRound(tracing, 'relay outbox', () => deliverAll(messages), {
        'marketwright.commands': messages.length,
      });
      full = messages.length === BATCH && taken > 0;
    }
  };

  /** Returns how many the engine took. */
  const deliverAll = async (messages: readonly OutboxMessage<Command>[]): Promise<number> => {
    const taken = await Promise.all(messages.map(deliver));
    const ids = taken.filter((id) => id !== undefined);
    if (ids.length > 0) await outbox.done(ids);
    return ids.length;
  };

  const tick = () => {
    running = sweep()
      .catch((error: unknown) => log.warn({ err: error }, 'the relay could not read the outbox'))
      .finally(() => {
        if (!stopped) timer = setTimeout(tick, POLL_MS);
      });
  };

  return {
    start: tick,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

function retrySeconds(attempts: number, error: unknown): number {
  const longest = isEngineAway(error) ? MAX_RETRY_WHILE_AWAY_SECONDS : MAX_RETRY_SECONDS;
  return Math.min(2 ** (attempts - 1), longest);
}

/**
 * Concurrent commands, of a partner as many as are free besides, so that another's are sent at once. Further ones are left to the
 * relay, which sends them in their order.
 */
const MAX_IN_FLIGHT = 100;
/** After a command that did not reach the engine the next ones are left to the relay for this long: they would not, either. */
const AWAY_MS = 1_000;
/** Done rows are deleted together after this long, one statement instead of many. */
const DONE_LINGER_MS = 20;

/** Sends commands to the engine without waiting for it. */
export interface Dispatcher<Command> {
  /** Sends new rows to the engine in the background; failures, and those of a partner with many under way, are left to the relay. */
  dispatch(messages: { id: number; command: Command; traceparent?: string | undefined }[]): void;
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

  const send = async ({
    id,
    command,
    traceparent,
  }: {
    id: number;
    command: Command;
    traceparent?: string | undefined;
  }) => {
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
