import type { EntityManager } from 'typeorm';
import type { AiUsage } from '../../infra/ai/port.ts';
import { countRecords, findRecord, insertRecord, lockRecord, updateRecords } from '../../infra/database/records.ts';
import { executeCount, queryMaybeRow, queryRow, queryRows } from '../../infra/database/sql.ts';
import { bigint, integer, text, timestamp } from '../../infra/database/table.ts';
import type { GuardrailHit } from '../guardrails/types.ts';
import type { Db } from '../kernel/deps.ts';
import { groupedReads } from '../kernel/grouped-reads.ts';
import { listPage, offsetOf, type Page, type PageRequest, queryPage } from '../kernel/page.ts';
import type { SessionListQuery } from './schema.ts';
import {
  type DryRunSessionEntryRow,
  type DryRunSessionRow,
  dryRunSessionEntryTable,
  dryRunSessionTable,
  type Exchange,
  type SessionStatus,
  type Summary,
  type TranscriptMessage,
} from './table.ts';

/** Fields of a new session. */
export type NewSession = Pick<
  DryRunSessionRow,
  | 'row_key'
  | 'token'
  | 'partner_id'
  | 'agent_id'
  | 'agent_revision'
  | 'persona'
  | 'capability'
  | 'model'
  | 'rate'
  | 'sandbox'
  | 'expires_at'
>;

/** Inserts an active session. */
export async function insertSession(em: EntityManager, now: Date, session: NewSession): Promise<DryRunSessionRow> {
  return insertRecord(em, dryRunSessionTable, {
    ...session,
    status: 'active',
    summary: null,
    ended_at: null,
    created_at: now,
    updated_at: now,
    reset_at_entry: 0,
    credits_used: 0,
  });
}

/** A session by id; null when there is none. */
export function findSession(db: Db, id: number): Promise<DryRunSessionRow | null> {
  return findRecord(db, dryRunSessionTable, { id });
}

/** A session by its token; null when there is none. */
export function findSessionByToken(db: Db, token: string): Promise<DryRunSessionRow | null> {
  return findRecord(db, dryRunSessionTable, { token });
}

/** A session with its row locked, which serialises its entries; null when there is none. */
export async function lockSession(em: EntityManager, id: number): Promise<DryRunSessionRow | null> {
  return lockRecord(em, dryRunSessionTable, { id });
}

/** Changes a session whose row is locked. */
export async function updateSession(
  em: EntityManager,
  now: Date,
  id: number,
  change: Partial<Pick<DryRunSessionRow, 'persona' | 'reset_at_entry' | 'expires_at' | 'credits_used'>>,
): Promise<void> {
  await updateRecords(em, dryRunSessionTable, { id }, { ...change, updated_at: now });
}

/** Ends an active session whose row is locked. */
export async function endSessionRow(
  em: EntityManager,
  now: Date,
  id: number,
  ending: { status: Exclude<SessionStatus, 'active'>; summary: Summary },
): Promise<void> {
  await updateRecords(em, dryRunSessionTable, { id, status: 'active' }, { ...ending, ended_at: now, updated_at: now });
}

/** The partner's sessions, newest first. */
export function selectSessions(db: Db, partnerId: number, query: SessionListQuery): Promise<Page<DryRunSessionRow>> {
  const where = {
    partner_id: partnerId,
    ...(query.status && { status: query.status }),
    ...(query.agent_id && { agent_id: query.agent_id }),
    ...(query.sandbox !== undefined && { sandbox: query.sandbox }),
  };
  return listPage(db, dryRunSessionTable, { where, order: { id: 'DESC' } }, query);
}

/** Number of messages that were sent to a session. */
export function countMessages(db: Db, sessionId: number): Promise<number> {
  return countRecords(db, dryRunSessionEntryTable, { session_id: sessionId, kind: 'message' });
}

/** Fields of a new entry. */
export type NewEntry = Pick<DryRunSessionEntryRow, 'row_key' | 'session_id' | 'kind'> &
  Partial<Pick<DryRunSessionEntryRow, 'content' | 'persona' | 'client_message_id' | 'is_followed' | 'holds'>>;

/** Inserts an open entry into a session whose row is locked. */
export function insertEntry(em: EntityManager, now: Date, entry: NewEntry): Promise<DryRunSessionEntryRow> {
  return insertRecord(em, dryRunSessionEntryTable, { ...entry, status: 'open', created_at: now });
}

/** An entry by id; null when there is none. */
export function findEntry(db: Db, id: number): Promise<DryRunSessionEntryRow | null> {
  return findRecord(db, dryRunSessionEntryTable, { id });
}

/**
 * The same for those who follow it, or wait for it: what is written wakes all of them, two hundred streams of a partner maybe, who
 * share the statement.
 */
export const findFollowedEntry = groupedReads<number, DryRunSessionEntryRow>({
  textOf: String,
  read: async (db, ids) => {
    const all = 'SELECT * FROM dry_run_entry WHERE id = ANY ($1)';
    return new Map(
      (await queryRows(db, dryRunSessionEntryTable, all, [ids])).map((entry) => [String(entry.id), entry]),
    );
  },
  maxKeys: 200,
  maxInFlight: 1,
});

/** The message of a session with this id, or else with this client id; null when there is none. */
export async function findMessage(
  em: EntityManager,
  sessionId: number,
  { entryId, clientId }: { entryId: number | undefined; clientId: string | null },
): Promise<DryRunSessionEntryRow | null> {
  const which =
    entryId !== undefined ? { id: entryId } : clientId !== null ? { client_message_id: clientId } : undefined;
  if (!which) return null;
  return findRecord(em, dryRunSessionEntryTable, { session_id: sessionId, ...which });
}

/** The open entries of a session, oldest first. */
export function selectOpenEntries(
  em: EntityManager,
  sessionId: number,
  limit: number,
): Promise<DryRunSessionEntryRow[]> {
  return queryRows(
    em,
    dryRunSessionEntryTable,
    `SELECT * FROM dry_run_entry WHERE session_id = $1 AND status = 'open' ORDER BY id LIMIT $2`,
    [sessionId, limit],
  );
}

/** Reopens a failed message, for which credits are about to be held. */
export function reopenMessage(em: EntityManager, id: number): Promise<DryRunSessionEntryRow> {
  return queryRow(
    em,
    dryRunSessionEntryTable,
    `UPDATE dry_run_entry SET status = 'open', error = NULL, completed_at = NULL, holds = holds + 1
     WHERE id = $1 AND status = 'failed' RETURNING *`,
    [id],
  );
}

/** Marks that the reply to a message is read while it is written. */
export async function followMessage(em: EntityManager, id: number): Promise<void> {
  await updateRecords(em, dryRunSessionEntryTable, { id }, { is_followed: true });
}

/** Saves the visible part of an unfinished reply; does nothing when the message has ended. */
export async function saveDraft(db: Db, id: number, draft: string): Promise<void> {
  await updateRecords(db, dryRunSessionEntryTable, { id, status: 'open' }, { draft });
}

/** The next number in the sequence of entries and replies. */
export async function nextNumber(em: EntityManager): Promise<number> {
  const row = await queryMaybeRow(
    em,
    { number: integer() },
    `SELECT nextval(pg_get_serial_sequence('dry_run_entry', 'id')) AS number`,
  );
  if (!row) throw new Error('There is no number.');
  return row.number;
}

/** Marks an open entry other than a message as done. */
export async function finishEntry(em: EntityManager, now: Date, id: number): Promise<void> {
  await updateRecords(em, dryRunSessionEntryTable, { id, status: 'open' }, { status: 'done', completed_at: now });
}

/** A reply with its guardrail hits and cost. */
export interface Reply {
  reply: string;
  guardrails: GuardrailHit[];
  credits: number;
  prompt_version: string;
  model: string;
  usage: AiUsage;
}

/** Saves the reply to an open message; false when the message had ended. */
export async function answerMessage(em: EntityManager, now: Date, id: number, answer: Reply): Promise<boolean> {
  const answered = await executeCount(
    em,
    `UPDATE dry_run_entry
     SET status = 'done', reply = $3, draft = NULL, reply_id = nextval(pg_get_serial_sequence('dry_run_entry', 'id')), guardrails = $4,
         credits = $5, prompt_version = $6, model = $7, input_tokens = $8, output_tokens = $9, completed_at = $1
     WHERE id = $2 AND status = 'open'`,
    [
      now,
      id,
      answer.reply,
      JSON.stringify(answer.guardrails),
      answer.credits,
      answer.prompt_version,
      answer.model,
      answer.usage.inputTokens,
      answer.usage.outputTokens,
    ],
  );
  return answered === 1;
}

/** Fails an open entry; false when it had ended. */
export async function failEntry(em: EntityManager, now: Date, id: number, error: string): Promise<boolean> {
  const failed = await executeCount(
    em,
    `UPDATE dry_run_entry SET status = 'failed', error = $3, draft = NULL, completed_at = $1 WHERE id = $2 AND status = 'open'`,
    [now, id, error],
  );
  return failed === 1;
}

/** Messages of the current conversation, answered or open; failed ones are not part of it. */
const IN_CONVERSATION = `e.session_id = $1 AND (e.reply_id IS NULL OR e.reply_id > $2) AND e.kind = 'message' AND e.status <> 'failed'`;

const TRANSCRIPT = {
  id: bigint(),
  role: text<TranscriptMessage['role']>(),
  content: text(),
  credits: bigint(),
  created_at: timestamp(),
};

/**
 * A page of the conversation, oldest first, each message followed by its reply. Ordered by reply, since a failed
 * message may have been sent again after others.
 */
export async function selectTranscript(
  db: Db,
  { id, reset_at_entry }: Pick<DryRunSessionRow, 'id' | 'reset_at_entry'>,
  request: PageRequest,
): Promise<Page<TranscriptMessage>> {
  const talk = [id, reset_at_entry];
  const [rows, { total }] = await Promise.all([
    queryPage(
      db,
      TRANSCRIPT,
      `SELECT m.* FROM dry_run_entry e
       CROSS JOIN LATERAL (VALUES
         (e.id, 'user', e.content, 0, e.created_at),
         (e.reply_id, 'assistant', e.reply, e.credits, e.completed_at)
       ) AS m (id, role, content, credits, created_at)
       WHERE ${IN_CONVERSATION} AND m.id IS NOT NULL
       ORDER BY e.reply_id NULLS LAST, e.id, m.id LIMIT $3 OFFSET $4`,
      [...talk, request.per_page, offsetOf(request)],
    ),
    queryRow(
      db,
      { total: integer() },
      `SELECT (count(*) + count(e.reply_id))::int AS total FROM dry_run_entry e WHERE ${IN_CONVERSATION}`,
      talk,
    ),
  ]);
  return { rows, total, page: request.page, per_page: request.per_page };
}

/** The most recent exchanges, oldest first. */
export async function selectLastExchanges(
  db: Db,
  { id, reset_at_entry }: Pick<DryRunSessionRow, 'id' | 'reset_at_entry'>,
  limit: number,
): Promise<Exchange[]> {
  const rows = await queryRows(
    db,
    { message: text(), reply: dryRunSessionEntryTable.columns.reply.present() },
    `SELECT e.content AS message, e.reply FROM dry_run_entry e
     WHERE ${IN_CONVERSATION} AND e.status = 'done' ORDER BY e.reply_id DESC LIMIT $3`,
    [id, reset_at_entry, limit],
  );
  return rows.reverse();
}
