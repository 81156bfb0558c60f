import { conflict } from '../kernel/errors.ts';
import type { DryRunSessionEntryRow, DryRunSessionRow, SessionStatus } from './table.ts';

/** Capability of all messages in sessions: the scope of keys is checked against it, and credits are booked on it. */
export const DRY_RUN_SESSION_CAPABILITY = 'dry_run';

/** Length of a session's token, characters. */
export const TOKEN_LENGTH = 48;
/** A session expires after this time without activity, milliseconds. */
export const IDLE_MS = 30 * 60_000;
/** Maximum waiting entries of a session. */
export const MAX_WAITING = 50;

/** When a session expires without further activity. */
export function expiryFrom(now: Date): Date {
  return new Date(now.getTime() + IDLE_MS);
}

/** The status that callers see: an expired session is over, even before the service has updated it. */
export function statusAt(
  { status, expires_at }: Pick<DryRunSessionRow, 'status' | 'expires_at'>,
  now: Date,
): SessionStatus {
  return status === 'active' && expires_at <= now ? 'expired' : status;
}

/** Notification topic for an entry that was processed. */
export function entryTopic(id: number): string {
  return `dry-run-entry:${id}`;
}

/** Reference of a message's credits in the ledger. */
export function creditReference({ row_key, holds }: Pick<DryRunSessionEntryRow, 'row_key' | 'holds'>): string {
  return `dry-run-message:${row_key}/${holds}`;
}

/** 409 for a session that is over. */
export function sessionIsOver(status: Exclude<SessionStatus, 'active'>): Error {
  return conflict(status === 'expired' ? 'The session has expired.' : 'The session has ended.');
}
