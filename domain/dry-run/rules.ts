import { conflict } from '../kernel/errors.ts';
import type { DryRunEntryRow, DryRunSessionRow, SessionStatus } from './table.ts';

/** Capability of all that a session says: keys are scoped by it and credits are booked on it. */
export const DRY_RUN_CAPABILITY = 'dry_run';

/** Characters of a session's token. */
export const TOKEN_LENGTH = 48;
/** A session in which nothing happens for so long is over, milliseconds. */
export const IDLE_MS = 30 * 60_000;
/** So many entries of a session may wait at once. */
export const MAX_WAITING = 50;

/** When a session is over in which nothing happens from now on. */
export function expiryFrom(now: Date): Date {
  return new Date(now.getTime() + IDLE_MS);
}

/** The status as callers see it: a session whose time is up is over, whenever the service gets to noting it. */
export function statusAt(
  { status, expires_at }: Pick<DryRunSessionRow, 'status' | 'expires_at'>,
  now: Date,
): SessionStatus {
  return status === 'active' && expires_at <= now ? 'expired' : status;
}

/** Topic on which is announced that an entry was dealt with. */
export function entryTopic(id: number): string {
  return `dry-run-entry:${id}`;
}

/** Reference of a message's credits in the ledger. */
export function creditReference({ row_key, holds }: Pick<DryRunEntryRow, 'row_key' | 'holds'>): string {
  return `dry-run-message:${row_key}/${holds}`;
}

/** 409 for what a session takes no more. */
export function sessionIsOver(status: Exclude<SessionStatus, 'active'>): Error {
  return conflict(status === 'expired' ? 'The session has expired.' : 'The session has ended.');
}
