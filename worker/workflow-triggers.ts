import { getClient } from '@temporalio/activity';
import { createTriggerActivities } from '../activities/workflow-triggers.ts';
import { perform } from '../domain/kernel/step.ts';
import { failFiring } from '../domain/workflow-triggers/steps/fail-firing.ts';
import { listStaleFirings, lookAfterTriggers } from '../domain/workflow-triggers/steps/upkeep.ts';
import { alignSchedule } from '../infra/temporal/owned-schedule.ts';
import { MAIN_QUEUE } from '../workflows/queues.ts';
import { TRIGGER_FIRING_WORKFLOW, triggerFiringWorkflowId } from '../workflows/trigger-firing/contract.ts';
import type { WorkerArea } from './area.ts';

/** What starts executions by itself, at times or on events. */
export const workflowTriggers: WorkerArea<'trigger.sync' | 'trigger.fire'> = {
  activities: ({ deps }) => ({
    [MAIN_QUEUE]: createTriggerActivities(deps, (id, wanted) => alignSchedule(getClient(), id, wanted)),
  }),
  jobs: {
    // The Schedule is asked for again when the trigger is looked after.
    'trigger.sync': { refused: async () => undefined, stale: null },
    'trigger.fire': {
      refused: (deps, { firingId, rowKey }) => perform(deps, failFiring, { firingId, rowKey }),
      stale: {
        name: 'trigger firing',
        list: listStaleFirings,
        workflowType: TRIGGER_FIRING_WORKFLOW,
        workflowId: triggerFiringWorkflowId,
        end: (deps, { id, rowKey }) => perform(deps, failFiring, { firingId: id, rowKey }),
      },
    },
  },
  periodic: [{ name: 'look after triggers', run: (deps) => perform(deps, lookAfterTriggers, {}) }],
};
