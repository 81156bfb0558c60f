import type { EntityManager } from 'typeorm';
import { findRecord, insertRecord, updateRecords } from '../../infra/database/records.ts';
import { queryMaybeRow } from '../../infra/database/sql.ts';
import type { Db } from '../kernel/deps.ts';
import { listPage, type Page } from '../kernel/page.ts';
import type { SessionListQuery } from './schema.ts';
import { type DryRunSessionRow, dryRunSessionTable, type SessionStatus } from './table.ts';
import type { Summary } from './types.ts';

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
  return queryMaybeRow(em, dryRunSessionTable, 'SELECT * FROM dry_run_session WHERE id = $1 FOR UPDATE', [id]);
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
  };
  return listPage(db, dryRunSessionTable, { where, order: { id: 'DESC' } }, query);
}
