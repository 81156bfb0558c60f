import type { z } from 'zod';
import type { nextEntry } from '../../domain/dry-run/steps/next-entry.ts';
import { type CommandedFlow, priorityOf } from '../commands.ts';

/** Name of the signal that says that something was asked of the session. */
export const ASKED_SIGNAL = 'wake';

/** Which session; the key tells it from a later one under the same number, once a database was restored. */
export interface DryRunSessionInput extends z.input<typeof nextEntry.input> {
  /** Asked for with a sandbox key: it takes no slot from work that is paid for. */
  sandbox: boolean;
}

/** Serves a dry-run session while it lasts. */
export const DRY_RUN_SESSION = {
  workflow: 'dryRunSession',
  id: 'dry-run-session',
  row: 'sessionId',
  command: 'dry_run.wake',
  signal: ASKED_SIGNAL,
  hasKeyInId: true,
  start: ({ sessionId, rowKey, partnerId, sandbox, requestId }, publicUrl) => ({
    input: { sessionId, rowKey, sandbox },
    // The session's token, by which callers name it, is not for the eyes of staff.
    memo: { rowKey, requestId, link: `${publicUrl}/api/v1/dry-run/sessions` },
    keywords: {
      MwPartnerId: String(partnerId),
      MwResourceId: `dry_run_session:${sessionId}`,
      MwCapability: 'dry_run',
    },
    summary: `Dry run of partner ${partnerId}`,
    details: `Session ${sessionId}. Safe to cancel or terminate: what waits fails, and nothing is charged for it.`,
    // Somebody waits for the reply.
    priority: priorityOf(partnerId, 'high'),
  }),
} as const satisfies CommandedFlow<'dry_run.wake', DryRunSessionInput>;
