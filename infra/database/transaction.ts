import type { Socket } from 'node:net';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { DataSource, EntityManager } from 'typeorm';
import type { BuildCommitStatement, Caller } from './commit-statement.ts';
import {
  type AuditedRecord,
  type ChangeNotification,
  type CommitStatement,
  followersTopic,
  type PublishedEvent,
  type Transaction,
} from './port.ts';
import { isOutdatedStatement } from './prepared-statements.ts';

/** Side effects collected while a transaction runs and written by its last statements. */
interface Effects<Command extends object = object> {
  last: CommitStatement[];
  commands: Command[];
  events: PublishedEvent[];
  audits: AuditedRecord[];
  changes: ChangeNotification[];
  topics: Set<string>;
  afterCommit: (() => void)[];
  made: { type: string; id: number | string } | undefined;
  traceparent: string | undefined;
}

/** Dependencies of the transactor. */
export interface TransactorOptions<Command> {
  dataSource: DataSource;
  clock: { now(): Date };
  ids: { ulid(now: Date): string };
  notify(topic: string): void;
  /** Sends committed outbox rows to the engine at once; the relay retries when this fails. */
  dispatch(messages: { id: number; command: Command; traceparent: string | undefined }[]): void;
  /** Fans published events out to their subscribers within the transaction; publishes none itself. */
  fanOut(tx: Transaction<Command>, events: readonly PublishedEvent[]): Promise<void>;
  /** Writes the side effects of a unit of work; returns `queued`, the commands with their ids, and `notified`, partners with subscribers. */
  commitStatement: BuildCommitStatement;
  /** The active span; nothing is traced when absent. */
  traceparent?: (() => string | undefined) | undefined;
  log: Logger;
}

/** PostgreSQL's codes for a deadlock and a serialization failure: the transaction did nothing and may be repeated. */
const REPEATABLE = new Set(['40001', '40P01']);
const MAX_ATTEMPTS = 3;

/** Runs units of work in a transaction each; outbox, events, audit and the idempotency mark go into its last statement. */
export function createTransactor<Command extends { kind: string }>(options: TransactorOptions<Command>) {
  const { dataSource, clock, ids, notify, dispatch, fanOut, commitStatement, log } = options;

  async function once<T>(caller: Caller, work: (tx: Transaction<Command>) => Promise<T>): Promise<T> {
    const effects: Effects<Command> = {
      last: [],
      commands: [],
      events: [],
      audits: [],
      changes: [],
      topics: new Set(),
      afterCommit: [],
      made: undefined,
      traceparent: options.traceparent?.(),
    };
    const { value: result, answers } = await pipelinedTransaction(dataSource, async (em) => {
      const tx = handle(em, clock.now(), effects, ids);
      const value = await work(tx);
      if (effects.events.length > 0) await fanOut(tx, effects.events);
      return { value, last: [...effects.last, ...commitStatements(commitStatement, tx.now, caller, effects)] };
    });
    const [left] = answers.slice(effects.last.length) as ClosingResult<Command>[][];
    for (const partnerId of left?.[0]?.notified ?? []) effects.topics.add(followersTopic(partnerId));
    const messages = left?.[0]?.queued ?? [];
    const { traceparent } = effects;
    if (messages.length > 0) dispatch(messages.map((message) => ({ ...message, traceparent })));
    for (const topic of effects.topics) notify(topic);
    for (const effect of effects.afterCommit) {
      try {
        effect();
      } catch (error) {
        log.error({ err: error, request_id: caller.requestId }, 'an effect after the commit failed');
      }
    }
    return result;
  }

  return async function transaction<T>(caller: Caller, work: (tx: Transaction<Command>) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await once(caller, work);
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isRepeatable(error)) throw error;
      }
    }
  };
}

function handle<Command extends object>(
  em: EntityManager,
  now: Date,
  effects: Effects<Command>,
  ids: { ulid(now: Date): string },
): Transaction<Command> {
  let unchanged = false;
  return {
    em,
    now,
    beforeCommit: (statement) => void effects.last.push(statement),
    enqueue: (command) => void effects.commands.push(command),
    publish(event) {
      const id = `evt_${ids.ulid(now)}`;
      effects.events.push({ id, ...event });
      return id;
    },
    audit: (record) => void effects.audits.push(record),
    unchanged() {
      unchanged = true;
    },
    isUnchanged: () => unchanged,
    emit: (changes) => void effects.changes.push(...[changes].flat()),
    afterCommit: (effect) => void effects.afterCommit.push(effect),
    notify: (topic) => void effects.topics.add(topic),
    made(resource) {
      effects.made = resource;
    },
  };
}

/** Result of that statement: commands with their ids, and partners with subscribers. */
interface ClosingResult<Command> {
  queued: { id: number; command: Command }[];
  notified: number[];
}

/** One statement for all side effects of the unit of work; none when there are none. */
function commitStatements<Command extends object>(
  commitStatement: BuildCommitStatement,
  now: Date,
  caller: Caller,
  effects: Effects<Command>,
): CommitStatement[] {
  const { commands, events, audits, changes } = effects;
  const isMarked = caller.idempotency && effects.made;
  if (commands.length + events.length + audits.length + changes.length === 0 && !isMarked) return [];
  return [commitStatement(now, caller, effects)];
}

function isRepeatable(error: unknown): boolean {
  return REPEATABLE.has(codeOf(error)) || isOutdatedStatement(error);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/**
 * Runs work in a transaction without extra round trips: BEGIN travels with the first statement and COMMIT with the last ones,
 * which reach the database in one piece. What only these lock is locked for as long as the database itself needs.
 */
async function pipelinedTransaction<Value>(
  dataSource: DataSource,
  work: (em: EntityManager) => Promise<{ value: Value; last: readonly CommitStatement[] }>,
): Promise<{ value: Value; answers: pg.QueryResultRow[][] }> {
  const runner = dataSource.createQueryRunner();
  try {
    const client: pg.PoolClient = await runner.connect();
    // Else a repository would begin a transaction of its own for each change.
    Object.assign(runner, { isTransactionActive: true });
    const begun = begin(client);
    const outcome = await work(dataSource.createEntityManager(runner)).catch(async (error: unknown) => {
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    });
    return { value: outcome.value, answers: await commit(client, begun, outcome.last) };
  } finally {
    await runner.release();
  }
}

/** The first statement follows in the same turn of the event loop, and so in the same packet. */
function begin(client: pg.PoolClient): Promise<unknown> {
  const socket = client.connection.stream as Socket;
  socket.cork();
  const begun = client.query('BEGIN');
  process.nextTick(() => socket.uncork());
  // When it fails, the following statements fail too.
  begun.catch(() => undefined);
  return begun;
}

async function commit(
  client: pg.PoolClient,
  begun: Promise<unknown>,
  last: readonly CommitStatement[],
): Promise<pg.QueryResultRow[][]> {
  const socket = client.connection.stream as Socket;
  socket.cork();
  const answers = last.map(({ text, values }) => client.query(text, values));
  const committed = client.query('COMMIT');
  socket.uncork();
  // All, since the connection is free for others only then; what follows a failure fails because of it.
  const settled = await Promise.allSettled([...answers, begun, committed]);
  const failed = settled.findIndex(({ status }) => status === 'rejected');
  const failure = settled[failed];
  if (failure?.status === 'rejected') throw explain(failure.reason, last[failed]);
  // The server answers ROLLBACK when a statement failed and its error was ignored.
  if ((await committed).command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back.');
  return (await Promise.all(answers)).map(({ rows }) => rows);
}

function explain(error: unknown, statement: CommitStatement | undefined): unknown {
  if (!(error instanceof Error && 'code' in error)) return error;
  const detail = 'detail' in error ? String(error.detail) : '';
  return statement?.refusal?.(String(error.code), detail) ?? error;
}
