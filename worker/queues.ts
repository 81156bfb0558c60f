import { activitiesOf } from '../activities/activity.ts';
import type { AnyFlow, ServedSteps } from '../activities/flow.ts';
import type { Deps } from '../domain/kernel/deps.ts';
import type { ServiceConfig } from '../infra/config/service.ts';
import {
  AI_QUEUE,
  AI_SANDBOX_QUEUE,
  KNOWLEDGE_QUEUE,
  MAIN_QUEUE,
  QUEUES_OF,
  type Queue,
  SEO_QUEUE,
  type StepGroup,
  WEBHOOKS_QUEUE,
} from '../workflows/queues.ts';

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
  flows: readonly Pick<AnyFlow, 'steps'>[],
  deps: Deps,
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
  const groups = flows.flatMap(({ steps }) => Object.entries(steps) as [StepGroup, ServedSteps][]);
  return (Object.keys(maxActivities) as Queue[]).map((taskQueue) => ({
    taskQueue,
    workflows: taskQueue === MAIN_QUEUE,
    activities: activitiesOf(
      deps,
      merged(groups.flatMap(([group, steps]) => (isServed(group, taskQueue) ? [steps] : []))),
    ),
    maxActivities: maxActivities[taskQueue],
  }));
}

function isServed(group: StepGroup, taskQueue: Queue): boolean {
  return QUEUES_OF[group].some((queue) => queue === taskQueue);
}

/** Flows may share a step. Throws where two give one queue different ones under the same name. */
function merged(parts: readonly ServedSteps[]): ServedSteps {
  const steps = new Map<string, ServedSteps[string]>();
  for (const [name, step] of parts.flatMap((part) => Object.entries(part))) {
    if (steps.has(name) && steps.get(name) !== step) throw new Error(`Two flows have the activity ${name}.`);
    steps.set(name, step);
  }
  return Object.fromEntries(steps);
}
