import { createDryRunTransitions, createDryRunWork } from '../activities/dry-run.ts';
import { abandonSession } from '../domain/dry-run/steps/abandon-session.ts';
import { listStaleSessions } from '../domain/dry-run/steps/upkeep.ts';
import { perform } from '../domain/kernel/step.ts';
import { DRY_RUN_SESSION_WORKFLOW, dryRunSessionWorkflowId } from '../workflows/dry-run-session/contract.ts';
import { AI_QUEUE, AI_SANDBOX_QUEUE, MAIN_QUEUE } from '../workflows/queues.ts';
import type { WorkerArea } from './area.ts';

/** Rehearsals with agents. */
export const dryRun: WorkerArea<'dry_run.wake'> = {
  activities: ({ deps }) => ({
    [MAIN_QUEUE]: createDryRunTransitions(deps),
    [AI_QUEUE]: createDryRunWork(deps),
    [AI_SANDBOX_QUEUE]: createDryRunWork(deps),
  }),
  jobs: {
    'dry_run.wake': {
      refused: (deps, { sessionId, rowKey }) => perform(deps, abandonSession, { sessionId, rowKey, reason: 'refused' }),
      stale: {
        name: 'dry-run session',
        list: listStaleSessions,
        workflowType: DRY_RUN_SESSION_WORKFLOW,
        workflowId: dryRunSessionWorkflowId,
        end: (deps, { id, rowKey }) => perform(deps, abandonSession, { sessionId: id, rowKey, reason: 'lost' }),
      },
    },
  },
};
