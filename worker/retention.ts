import { createRetentionActivities } from '../activities/retention.ts';
import { MAIN_QUEUE } from '../workflows/queues.ts';
import type { WorkerArea } from './area.ts';

/** Deletion of what is past its time; a Schedule starts it. */
export const retention: WorkerArea = {
  activities: ({ deps }) => ({ [MAIN_QUEUE]: createRetentionActivities(deps) }),
  jobs: {},
};
