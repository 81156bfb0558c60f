import {
  ActivityCancellationType,
  type ActivityInterfaceFor,
  type ActivityOptions,
  ApplicationFailure,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  type RetryPolicy,
  TemporalFailure,
} from '@temporalio/workflow';
import { QUEUES_OF, type StepGroup } from '../queues.ts';

/** Groups with a single queue for all kinds of keys. */
type Group = Exclude<StepGroup, AiGroup | 'transitions'>;

/** Groups that ask the AI, with a queue for paid work and one for that of sandbox keys. */
type AiGroup = 'ai' | 'embeddings';

/** A worker is dead that sends no heartbeat for so long; it sends five in that time, and learns of a cancellation by them. */
const HEARTBEAT_LIMIT = '8s';

/** Pauses between two attempts: work goes on half a minute after an outage at the latest. */
const RETRY: RetryPolicy = { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s' };

/** Limits of steps with the same reasons to fail, and what differs from the usual heartbeat and pauses. */
interface StepOptions extends Omit<ActivityOptions, 'taskQueue'> {
  startToCloseTimeout: NonNullable<ActivityOptions['startToCloseTimeout']>;
}

/** Proxies for a group of a flow's steps, on the queue that serves it. */
export function proxySteps<Steps, Of extends Group & keyof Steps>(
  group: Of,
  { retry, ...options }: StepOptions,
): ActivityInterfaceFor<Steps[Of]> {
  const [taskQueue] = QUEUES_OF[group];
  return proxyActivities<Steps[Of]>({
    heartbeatTimeout: HEARTBEAT_LIMIT,
    ...options,
    retry: { ...RETRY, ...retry },
    taskQueue,
  });
}

/** How long an attempt of a transition may take; they take milliseconds. */
const TRANSITION_LIMIT = '10s';

/**
 * Proxies for the transitions of a flow, which are retried until the database accepts them. Each is a local activity,
 * within the workflow task, for as long as its retries take a second or two. Then it is an activity, whose retries leave
 * nothing in the history: a run outlives an outage of any length.
 */
export function proxyTransitions<Steps extends { transitions: object }>(): Steps['transitions'] {
  const local = proxyLocalActivities<Transitions>({
    startToCloseTimeout: TRANSITION_LIMIT,
    retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumAttempts: 4 },
  });
  const [taskQueue] = QUEUES_OF.transitions;
  const queued = proxyActivities<Transitions>({
    taskQueue,
    summary: 'repeated until the database accepts it',
    startToCloseTimeout: TRANSITION_LIMIT,
    retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '10s' },
  });
  const proxy = (name: string) => (input: unknown) =>
    local[name]?.(input).catch((error: unknown) => {
      if (isFinal(error)) throw error;
      return queued[name]?.(input);
    });
  return new Proxy<Steps['transitions']>({}, { get: (_proxies, name) => proxy(String(name)) });
}

/** Transitions by name. */
type Transitions = Record<string, (input: unknown) => Promise<unknown>>;

/** Whether a further attempt would end in the same way. A local activity's failure comes bare. */
function isFinal(error: unknown): boolean {
  if (isCancellation(error) || !(error instanceof TemporalFailure)) return true;
  return error instanceof ApplicationFailure && error.nonRetryable === true;
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
    heartbeatTimeout: HEARTBEAT_LIMIT,
    cancellationType: ActivityCancellationType.TRY_CANCEL,
    retry: RETRY,
    ...limits,
  };
  const work = proxyActivities<Steps[Of]>({ ...options, taskQueue: queue });
  const sandboxWork = proxyActivities<Steps[Of]>({ ...options, taskQueue: sandboxQueue });
  return ({ sandbox }) => (sandbox ? sandboxWork : work);
}
