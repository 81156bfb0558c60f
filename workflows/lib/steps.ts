import {
  ActivityCancellationType,
  type ActivityInterfaceFor,
  type ActivityOptions,
  type LocalActivityInterfaceFor,
  proxyActivities,
  proxyLocalActivities,
} from '@temporalio/workflow';
import { QUEUES_OF, type StepGroup } from '../queues.ts';

/** Groups that have one queue, whoever asks. */
type Group = Exclude<StepGroup, 'ai' | 'transitions'>;

/** A group of a flow's steps, on the queue that serves it. */
export function proxySteps<Steps, Of extends Group & keyof Steps>(
  group: Of,
  options: Omit<ActivityOptions, 'taskQueue'>,
): ActivityInterfaceFor<Steps[Of]> {
  const [taskQueue] = QUEUES_OF[group];
  return proxyActivities<Steps[Of]>({ ...options, taskQueue });
}

/**
 * The transitions of a flow, which take milliseconds and must happen: they are tried until the database takes them. Pauses of more than two
 * seconds are timers, so that a worker does not sit in a workflow task, and cannot stop, while the database is away.
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

/** How long work that asks the AI may take: in all, where Temporal watches that, and an attempt. */
type Limits = Pick<ActivityOptions, 'scheduleToCloseTimeout' | 'startToCloseTimeout'>;

/**
 * Steps that ask the AI, which may be slow or away, on the queue of the owner's kind of key. A worker that dies is noticed by its
 * missing heartbeat. An owner that is cancelled does not wait for the provider to answer. An attempt has five minutes unless said otherwise.
 */
export function proxyAiSteps<Steps extends { ai: object }>(
  limits: Limits = {},
): (owner: { sandbox?: boolean }) => ActivityInterfaceFor<Steps['ai']> {
  const [queue, sandboxQueue] = QUEUES_OF.ai;
  const options: ActivityOptions = {
    startToCloseTimeout: '5m',
    heartbeatTimeout: '8s',
    cancellationType: ActivityCancellationType.TRY_CANCEL,
    retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s' },
    ...limits,
  };
  const work = proxyActivities<Steps['ai']>({ ...options, taskQueue: queue });
  const sandboxWork = proxyActivities<Steps['ai']>({ ...options, taskQueue: sandboxQueue });
  return ({ sandbox }) => (sandbox ? sandboxWork : work);
}
