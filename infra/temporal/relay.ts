import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import type { Outbox, OutboxMessage } from '../database/outbox.ts';
import { createRounds, type Rounds } from '../rounds.ts';
import { type Tracing, traceRound } from '../telemetry/tracing.ts';
import { CommandRefused, engineProblem, isEngineAway } from './engine.ts';
import type { EngineCommand } from './engine-command.ts';
import { applyTraced } from './traced-command.ts';

const POLL_MS = 1_000;
const BATCH = 50;
/** Longest pause between two tries of a row, seconds; while the engine is away the next try is soon, so that work goes on soon. */
const MAX_RETRY_SECONDS = 60;
const MAX_RETRY_WHILE_AWAY_SECONDS = 4;
/** Tries of a row whose kind is not known here, some fifty minutes: during an upgrade the relay of the next release takes it meanwhile. */
const MAX_UNKNOWN_ATTEMPTS = 55;

/** Sends outbox rows to the engine that the dispatcher did not: the engine was down, or the process died. */
export function createRelay<Command extends { kind: string }>(options: {
  client: Client;
  outbox: Outbox<Command>;
  /** null for a kind that is not known here; left to others for a while. */
  toEngine(command: Command): EngineCommand | null;
  /** Parks a row the engine will never take, and fails what it belongs to. */
  refused(message: { id: number; command: Command }, reason: string): Promise<void>;
  tracing?: Tracing | undefined;
  log: Logger;
}): Rounds {
  const { client, outbox, toEngine, refused, tracing, log } = options;

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
      const isLeftToOthers = toEngine(message.command) === null && message.attempts < MAX_UNKNOWN_ATTEMPTS;
      if (error instanceof CommandRefused && !isLeftToOthers) await refused(message, error.message);
      else await outbox.retryIn(message.id, retrySeconds(message.attempts, error), engineProblem(error));
    } catch (failure) {
      log.error({ ...about, err: failure }, 'a command that was not taken could not be postponed');
    }
  };

  const sweep = async (stopping: AbortSignal) => {
    let full = true;
    while (full && !stopping.aborted) {
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

  return createRounds({
    pauseMs: POLL_MS,
    round: sweep,
    onError: (error) => log.warn({ err: error }, 'the relay could not read the outbox'),
  });
}

function retrySeconds(attempts: number, error: unknown): number {
  const longest = isEngineAway(error) ? MAX_RETRY_WHILE_AWAY_SECONDS : MAX_RETRY_SECONDS;
  return Math.min(2 ** (attempts - 1), longest);
}
