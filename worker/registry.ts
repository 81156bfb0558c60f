import { createExecutionTransitions, createExecutionWork } from '../activities/executions.ts';
import { createRetentionActivities } from '../activities/retention.ts';
import type { Deps } from '../domain/kernel/deps.ts';
import type { ServiceConfig } from '../infra/config/service.ts';
import { AI_QUEUE, MAIN_QUEUE } from '../workflows/contracts/queues.ts';

/** What one queue is served with. */
export interface QueueService {
  taskQueue: string;
  /** Only one queue runs workflows. */
  workflows: boolean;
  activities: object;
  maxActivities: number;
}

/** The one table of queues: who serves what, and how much at once. */
export function queueServices(deps: Deps, config: ServiceConfig): QueueService[] {
  return [
    {
      taskQueue: MAIN_QUEUE,
      workflows: true,
      activities: {
        ...createExecutionTransitions(deps),
        ...createRetentionActivities(deps, {
          executionEvents: config.retention.executionEventDays,
          platformEvents: config.retention.platformEventDays,
          audit: config.retention.auditDays,
        }),
      },
      maxActivities: 20,
    },
    {
      taskQueue: AI_QUEUE,
      workflows: false,
      activities: createExecutionWork(deps),
      maxActivities: config.worker.aiConcurrency,
    },
  ];
}
