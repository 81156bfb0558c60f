import type { Logger } from 'pino';
import type { DataSource, EntityManager } from 'typeorm';
import { pipelinedTransaction } from './pipelined-transaction.ts';
import { type AuditedRecord, followersTopic, type LastStatement, type Notice, type Transaction } from './port.ts';
import { isOutdatedStatement } from './prepared-statements.ts';

/** What a transaction may leave for later, gathered while it runs and written by its last statements. */
interface Effects<Command> {
  last: LastStatement[];
  commands: Command[];
  events: { id: string; partnerId: number; type: string; data: Record<string, unknown> }[];
  audits: AuditedRecord[];
  notices: Notice[];
  topics: Set<string>;
  afterCommit: (() => void)[];
  made: { type: string; id: number | string } | undefined;
}

/** What the transactor needs to know of the caller. */
interface Caller {
  actor: { kind: string; partnerId?: number; keyId?: number; userId?: number; clientId?: number; adminKeyId?: number };
  requestId: string;
  /** Name of what is carried out; the action in the audit log. */
  operation?: string | undefined;
  idempotency?: { rowId: number; lockToken: string };
}

/** The request's Idempotency-Key belongs to another process by now, which carries the request out; this one did nothing. */
export class IdempotencyLockLost extends Error {
  constructor() {
    super('Another process has taken the request over.');
    this.name = 'IdempotencyLockLost';
  }
}

/** What transactions are run with. */
export interface TransactorOptions<Command> {
  dataSource: DataSource;
  clock: { now(): Date };
  ids: { ulid(now: Date): string };
  notify(topic: string): void;
  /** Takes committed outbox rows to the engine at once; the relay does it later where this fails. */
  dispatch(messages: { id: number; command: Command }[]): void;
  /** Gives published events to those who want them, within the transaction; returns the topics to be woken. */
  fanOut(
    em: EntityManager,
    now: Date,
    events: readonly { id: string; partnerId: number; type: string }[],
  ): Promise<string[]>;
  log: Logger;
}

/** PostgreSQL's codes for a deadlock and a serialization failure: the transaction did nothing and may be repeated. */
const REPEATABLE = new Set(['40001', '40P01']);
const MAX_ATTEMPTS = 3;

/** Runs units of work in a transaction each; outbox, events, audit and the idempotency mark go into its last statement. */
export function createTransactor<Command extends { kind: string }>(options: TransactorOptions<Command>) {
  const { dataSource, clock, ids, notify, dispatch, fanOut, log } = options;

  async function once<T>(caller: Caller, work: (tx: Transaction<Command>) => Promise<T>): Promise<T> {
    const effects: Effects<Command> = {
      last: [],
      commands: [],
      events: [],
      audits: [],
      notices: [],
      topics: new Set(),
      afterCommit: [],
      made: undefined,
    };
    const { value: result, answers } = await pipelinedTransaction(dataSource, async (em) => {
      const tx = handle(em, clock.now(), effects, ids);
      const value = await work(tx);
      if (effects.events.length > 0) {
        for (const topic of await fanOut(em, tx.now, effects.events)) effects.topics.add(topic);
      }
      return { value, last: [...effects.last, ...leave(tx.now, caller, effects)] };
    });
    const [left] = answers.slice(effects.last.length) as Left<Command>[][];
    for (const partnerId of left?.[0]?.notified ?? []) effects.topics.add(followersTopic(partnerId));
    const messages = left?.[0]?.queued ?? [];
    if (messages.length > 0) dispatch(messages);
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

function handle<Command>(
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
    announce: (notices) => void effects.notices.push(...[notices].flat()),
    afterCommit: (effect) => void effects.afterCommit.push(effect),
    notify: (topic) => void effects.topics.add(topic),
    made(resource) {
      effects.made = resource;
    },
  };
}

/** What the last statement wrote: commands with their ids, and partners that somebody follows. */
interface Left<Command> {
  queued: { id: number; command: Command }[];
  notified: number[];
}

/** SQLSTATE by which the last statement says that the key's lock is lost. */
const LOCK_LOST = 'MW001';

/** One statement for everything the unit of work left behind; none when it left nothing. */
function leave<Command extends { kind: string }>(
  now: Date,
  caller: Caller,
  effects: Effects<Command>,
): LastStatement[] {
  const { commands, events, audits, notices } = effects;
  const made = caller.idempotency && effects.made;
  if (commands.length + events.length + audits.length + notices.length === 0 && !made) return [];
  const { actor } = caller;
  return [
    {
      text: `WITH audited AS (
       INSERT INTO audit_log (partner_id, actor_kind, actor_id, action, resource_type, resource_id, details, request_id, created_at)
       SELECT partner_id, $2, $3, action, resource_type, resource_id, details, $4, $1
       FROM jsonb_to_recordset($5) AS a(partner_id bigint, action text, resource_type text, resource_id text, details jsonb)
     ), published AS (
       INSERT INTO platform_event (id, partner_id, type, data, occurred_at)
       SELECT id, "partnerId", type, data, $1
       FROM jsonb_to_recordset($6) AS e(id text, "partnerId" bigint, type text, data jsonb)
     ), marked AS (
       UPDATE idempotency_key SET made_type = $9, made_id = $10 WHERE id = $7 AND lock_token = $8 RETURNING 1
     ), queued AS (
       INSERT INTO outbox (kind, command, created_at)
       SELECT c->>'kind', c, $1 FROM jsonb_array_elements($11) WITH ORDINALITY AS list(c, n) ORDER BY n
       RETURNING id, command
     ), followed AS (
       UPDATE mcp_feed f SET sequence = f.sequence + t.changes
       FROM (SELECT (c->>'partnerId')::bigint AS partner_id, count(*) AS changes FROM jsonb_array_elements($12) AS c GROUP BY 1) t
       WHERE f.partner_id = t.partner_id AND f.followed_until > $1
       RETURNING f.partner_id, f.sequence - t.changes AS before
     ), notified AS (
       INSERT INTO mcp_change (partner_id, sequence, kind, uri, action, created_at)
       SELECT f.partner_id, f.before + row_number() OVER (PARTITION BY f.partner_id ORDER BY n), c->>'kind', c->>'uri',
              c->>'action', $1
       FROM jsonb_array_elements($12) WITH ORDINALITY AS list(c, n) JOIN followed f ON f.partner_id = (c->>'partnerId')::bigint
     )
     SELECT $7::bigint IS NULL OR EXISTS (SELECT FROM marked) OR refuse('${LOCK_LOST}', '') AS marked,
            (SELECT coalesce(jsonb_agg(partner_id), '[]') FROM followed) AS notified,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'command', command) ORDER BY id), '[]') FROM queued) AS queued`,
      values: [
        now,
        actor.kind,
        actor.keyId ?? actor.userId ?? actor.clientId ?? actor.adminKeyId ?? null,
        caller.requestId,
        JSON.stringify(
          audits.map(({ type, id, partnerId, details }) => ({
            partner_id: partnerId === undefined ? (actor.partnerId ?? null) : partnerId,
            action: caller.operation,
            resource_type: type,
            resource_id: String(id),
            details: details ?? null,
          })),
        ),
        JSON.stringify(events),
        made ? caller.idempotency?.rowId : null,
        made ? caller.idempotency?.lockToken : null,
        made ? made.type : null,
        made ? String(made.id) : null,
        JSON.stringify(commands),
        JSON.stringify(notices),
      ],
      refusal: (code) => (code === LOCK_LOST ? new IdempotencyLockLost() : undefined),
    },
  ];
}

function isRepeatable(error: unknown): boolean {
  return REPEATABLE.has(codeOf(error)) || isOutdatedStatement(error);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
