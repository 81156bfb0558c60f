import type { z } from 'zod';
import type { nextEntry } from '../../domain/dry-run/steps/transitions.ts';
import { type CommandedFlow, priorityOf } from '../commands.ts';

/** Name of the signal for a new entry in the session. */
export const WAKE_SIGNAL = 'wake';

/**
 * Identifies a session; the key distinguishes it from a later one with the same number, after a restore of the
 * database.
 */
export interface DryRunSessionInput extends z.input<typeof nextEntry.input> {
  /** Requested with a sandbox key: it uses no slot of paid work. */
  sandbox: boolean;
}

/** Serves a dry-run session while it lasts. */
export const DRY_RUN_SESSION = {
  workflow: 'dryRunSession',
  id: 'dry-run-session',
  row: 'sessionId',
  command: 'dry_run.wake',
  signal: WAKE_SIGNAL,
  hasKeyInId: true,
  start: ({ sessionId, rowKey, partnerId, sandbox, requestId }, publicUrl) => ({
    input: { sessionId, rowKey, sandbox },
    // The link has no session token: the token grants access, so staff must not see it.
    memo: { rowKey, requestId, link: `${publicUrl}/api/v1/dry-run/sessions` },
    keywords: {
      MwPartnerId: String(partnerId),
      MwResourceId: `dry_run_session:${sessionId}`,
      MwCapability: 'dry_run',
    },
    summary: `Dry run of partner ${partnerId}`,
    details: `Session ${sessionId}. Safe to cancel or terminate: what waits fails, and nothing is charged for it.`,
    // A person waits for the reply.
    priority: priorityOf(partnerId, 'high'),
  }),
} as const satisfies CommandedFlow<'dry_run.wake', DryRunSessionInput>;
