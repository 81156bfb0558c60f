import { createExecutionTransitions, createExecutionWork } from '../activities/executions.ts';
import { createRetentionActivities } from '../activities/retention.ts';
import { createSeoTransitions, createSeoWork } from '../activities/seo.ts';
import { createWebhookActivities, type WebhookActivityOptions } from '../activities/webhooks.ts';
import type { Deps } from '../domain/kernel/deps.ts';
import type { ServiceConfig } from '../infra/config/service.ts';
import { AI_QUEUE, MAIN_QUEUE, SEO_QUEUE, WEBHOOKS_QUEUE } from '../workflows/contracts/queues.ts';

/** What one queue is served with. */
export interface QueueService {
  taskQueue: string;
  /** Only one queue runs workflows. */
  workflows: boolean;
  activities: object;
  maxActivities: number;
}

/** The one table of queues: who serves what, and how much at once. */
export function queueServices(deps: Deps, config: ServiceConfig, webhooks: WebhookActivityOptions): QueueService[] {
  return [
    {
      taskQueue: MAIN_QUEUE,
      workflows: true,
      activities: {
        ...createExecutionTransitions(deps),
        ...createSeoTransitions(deps),
        ...createRetentionActivities(deps, {
          executionEvents: config.retention.executionEventDays,
          platformEvents: config.retention.platformEventDays,
          audit: config.retention.auditDays,
          deliveries: config.retention.deliveryDays,
          seoJobs: config.retention.seoJobDays,
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
    {
      taskQueue: SEO_QUEUE,
      workflows: false,
      activities: createSeoWork(deps),
      // So many that a slow marketplace does not make one partner wait for another; each needs little but patience.
      maxActivities: 100,
    },
    {
      taskQueue: WEBHOOKS_QUEUE,
      workflows: false,
      activities: createWebhookActivities(deps, webhooks),
      // Each serves one endpoint and mostly waits.
      maxActivities: 1_000,
    },
  ];
}
