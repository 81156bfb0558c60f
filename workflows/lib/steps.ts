import {
  ActivityCancellationType,
  type ActivityInterfaceFor,
  type ActivityOptions,
  type LocalActivityInterfaceFor,
  proxyActivities,
  proxyLocalActivities,
} from '@temporalio/workflow';
import { QUEUES_OF, type StepGroup } from '../queues.ts';

/** Groups with a single queue for all kinds of keys. */
type Group = Exclude<StepGroup, AiGroup | 'transitions'>;

/** Groups that ask the AI, with a queue for paid work and one for that of sandbox keys. */
type AiGroup = 'ai' | 'embeddings';

/** Proxies for a group of a flow's steps, on the queue that serves it. */
export function proxySteps<Steps, Of extends Group & keyof Steps>(
  group: Of,
  options: Omit<ActivityOptions, 'taskQueue'>,
): ActivityInterfaceFor<Steps[Of]> {
  const [taskQueue] = QUEUES_OF[group];
  return proxyActivities<Steps[Of]>({ ...options, taskQueue });
}

/**
 * Proxies for the transitions of a flow. They take milliseconds and are retried until the database accepts them.
 * Retries after more than two seconds use timers, so that a worker does not stay in a workflow task, unable to stop,
 * while the database is unavailable.
 */
export function proxyTransitions<Steps extends { transitions: object }>(): LocalActivityInterfaceFor<
  Steps['transitions']
> {
  return proxyLocalActivities<Steps['transitions']>({
    startToCloseTimeout: '10s',
    localRetryThreshold: '2s',
    retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '10s' },
  });
}

/** Time limits of steps that ask the AI: in total, where Temporal enforces it, and per attempt. */
type Limits = Pick<ActivityOptions, 'scheduleToCloseTimeout' | 'startToCloseTimeout'>;

/** The proxies of one of these groups for the owner's kind of key. */
type ByOwner<Steps> = (owner: { sandbox?: boolean }) => ActivityInterfaceFor<Steps>;

/**
 * Proxies for steps that ask the AI, which may be slow or unavailable, on the queue for the owner's kind of key. A
 * missing heartbeat detects a dead worker. A cancelled owner does not wait for the provider. An attempt has five
 * minutes unless given.
 */
export function proxyAiSteps<Steps, Of extends AiGroup & keyof Steps>(
  group: Of,
  limits: Limits = {},
): ByOwner<Steps[Of]> {
  const [queue, sandboxQueue] = QUEUES_OF[group];
  const options: ActivityOptions = {
    startToCloseTimeout: '5m',
    heartbeatTimeout: '8s',
    cancellationType: ActivityCancellationType.TRY_CANCEL,
    retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s' },
    ...limits,
  };
  const work = proxyActivities<Steps[Of]>({ ...options, taskQueue: queue });
  const sandboxWork = proxyActivities<Steps[Of]>({ ...options, taskQueue: sandboxQueue });
  return ({ sandbox }) => (sandbox ? sandboxWork : work);
}
