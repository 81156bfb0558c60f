import { activitiesOf } from '../activities/activity.ts';
import type { AnyFlow, ServedSteps } from '../activities/flow.ts';
import type { Deps } from '../domain/kernel/deps.ts';
import { SettingsError } from '../infra/config/environment.ts';
import type { ServiceConfig } from '../infra/config/service.ts';
import {
  AI_QUEUE,
  AI_SANDBOX_QUEUE,
  EMBEDDINGS_QUEUE,
  KNOWLEDGE_QUEUE,
  MAIL_QUEUE,
  MAIN_QUEUE,
  QUEUES,
  QUEUES_OF,
  type Queue,
  SEO_QUEUE,
  type StepGroup,
  WEBHOOKS_QUEUE,
} from '../workflows/queues.ts';

/** What one worker serves a queue with. */
export interface QueueService {
  taskQueue: Queue;
  /** Only one queue runs workflows. */
  workflows: boolean;
  activities: object;
  maxActivities: number;
}

/** The queues that WORKER_QUEUES names; all where it names none. Throws SettingsError for a name that is no queue. */
export function servedQueues(names: readonly string[]): readonly Queue[] {
  const unknown = names.filter((name) => !QUEUES.some((queue) => queue === name));
  if (unknown.length > 0) {
    throw new SettingsError(
      `WORKER_QUEUES: there is no queue ${unknown.join(', ')}; the queues are ${QUEUES.join(', ')}`,
    );
  }
  return names.length === 0 ? QUEUES : QUEUES.filter((queue) => names.includes(queue));
}

/** The services of some queues, all where none are given, with their concurrency. */
export function queueServices(
  flows: readonly Pick<AnyFlow, 'steps'>[],
  deps: Deps,
  config: Pick<ServiceConfig['worker'], 'aiConcurrency'>,
  queues: readonly Queue[] = QUEUES,
): QueueService[] {
  const maxActivities: Record<Queue, number> = {
    [MAIN_QUEUE]: 20,
    [AI_QUEUE]: config.aiConcurrency,
    // The stand-in responds at once. Sandbox work must not take as much of a worker as paid work.
    [AI_SANDBOX_QUEUE]: 20,
    // A server of embeddings answers few requests at once. More of them would take no time from paid work, but memory.
    [EMBEDDINGS_QUEUE]: 10,
    // High enough that a slow marketplace does not delay other partners; each analysis mostly waits.
    [SEO_QUEUE]: 100,
    // Each serves one endpoint and mostly waits.
    [WEBHOOKS_QUEUE]: 1_000,
    // Most wait for a turn, without the bytes of their document; a partner has a dozen of them at most.
    [KNOWLEDGE_QUEUE]: 100,
    // Ten have a connection, the others wait for theirs, twenty of a partner at most.
    [MAIL_QUEUE]: 100,
  };
  const groups = flows.flatMap(({ steps }) => Object.entries(steps) as [StepGroup, ServedSteps][]);
  return queues.map((taskQueue) => ({
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

/** Merges the steps of flows that share a queue. Throws where two give different steps the same name. */
function merged(parts: readonly ServedSteps[]): ServedSteps {
  const steps = new Map<string, ServedSteps[string]>();
  for (const [name, step] of parts.flatMap((part) => Object.entries(part))) {
    if (steps.has(name) && steps.get(name) !== step) throw new Error(`Two flows have the activity ${name}.`);
    steps.set(name, step);
  }
  return Object.fromEntries(steps);
}
