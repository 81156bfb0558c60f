import { type EngineCommands, priorityOf } from '../commands.ts';
import { MAIN_QUEUE } from '../queues.ts';

/** Name of the workflow that serves a dry-run session while it lasts. */
export const DRY_RUN_SESSION_WORKFLOW = 'dryRunSession';

/** The beginning of its id. */
export function dryRunSessionWorkflowId(sessionId: number): string {
  return `dry-run-session-${sessionId}`;
}

/** Name of the signal that tells of something that was asked of the session. */
export const ASKED_SIGNAL = 'wake';

/** Which session; the key tells it from a later one under the same number, once a database was restored. */
interface SessionReference {
  sessionId: number;
  rowKey: string;
}

/** What the flow is started with. */
export interface DryRunSessionInput extends SessionReference {
  /** Asked for with a sandbox key: it takes no slot from work that is paid for. */
  sandbox: boolean;
}

/** Work that asks the AI. */
export interface DryRunWork {
  /** Replies to a message; false when it had ended otherwise. */
  answerDryRunMessage(input: SessionReference & { entryId: number }): Promise<boolean>;
}

/** Short transitions, run within the workflow task. */
export interface DryRunTransitions {
  /** Carries out what waits up to the next message and tells which that is; without one how long the session lives on. */
  nextDryRunEntry(input: SessionReference): Promise<{ open: boolean; entryId: number | null; waitMs: number }>;
  /** Ends a message without a reply for a class of failure; false when it had ended already. */
  failDryRunMessage(input: SessionReference & { entryId: number; reason: string }): Promise<boolean>;
  /** Ends a session that is served no more; false when it was over. */
  abandonDryRunSession(input: SessionReference & { reason: string }): Promise<boolean>;
}

/** What the command becomes on the engine. */
export const dryRunSessionCommands: EngineCommands<'dry_run.wake'> = {
  'dry_run.wake': ({ sessionId, rowKey, partnerId, sandbox, requestId }, publicUrl) => ({
    action: 'signal',
    workflowType: DRY_RUN_SESSION_WORKFLOW,
    // A signal reaches whatever runs under the id, so the id is this row's own, in the form of ids that are taken (engine-command.ts).
    workflowId: `${dryRunSessionWorkflowId(sessionId)}-${rowKey.slice(0, 8)}`,
    taskQueue: MAIN_QUEUE,
    args: [{ sessionId, rowKey, sandbox }],
    signal: ASKED_SIGNAL,
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
};
