import type { ServiceConfig } from '../infra/config/service.ts';
import {
  AI_QUEUE,
  AI_SANDBOX_QUEUE,
  KNOWLEDGE_QUEUE,
  MAIN_QUEUE,
  type Queue,
  SEO_QUEUE,
  WEBHOOKS_QUEUE,
} from '../workflows/queues.ts';
import type { WorkerArea, WorkerContext } from './area.ts';

/** What one queue is served with. */
export interface QueueService {
  taskQueue: Queue;
  /** Only one queue runs workflows. */
  workflows: boolean;
  activities: object;
  maxActivities: number;
}

/** Who serves what, and how much at once. */
export function queueServices(
  areas: readonly Pick<WorkerArea, 'activities'>[],
  context: WorkerContext,
  config: ServiceConfig['worker'],
): QueueService[] {
  const maxActivities: Record<Queue, number> = {
    [MAIN_QUEUE]: 20,
    [AI_QUEUE]: config.aiConcurrency,
    // A stand-in answers at once; trying things out must not need as much of a worker as work that is paid for.
    [AI_SANDBOX_QUEUE]: 20,
    // So many that a slow marketplace does not make one partner wait for another; each needs little but patience.
    [SEO_QUEUE]: 100,
    // Each serves one endpoint and mostly waits.
    [WEBHOOKS_QUEUE]: 1_000,
    // Two, so that there is one for others while one is at work on a document that takes long.
    [KNOWLEDGE_QUEUE]: 2,
  };
  const served = areas.map(({ activities }) => activities?.(context) ?? {});
  return (Object.keys(maxActivities) as Queue[]).map((taskQueue) => ({
    taskQueue,
    workflows: taskQueue === MAIN_QUEUE,
    activities: merged(served.flatMap((byQueue) => byQueue[taskQueue] ?? [])),
    maxActivities: maxActivities[taskQueue],
  }));
}

/** Throws where two areas give one queue an activity of the same name. */
function merged(parts: readonly object[]): object {
  const names = parts.flatMap((part) => Object.keys(part));
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0) throw new Error(`Two areas have the activity ${twice.join(', ')}.`);
  return Object.assign({}, ...parts);
}
