import {
  ActivityCancellationType,
  type ActivityInterfaceFor,
  type ActivityOptions,
  proxyActivities,
} from '@temporalio/workflow';
import { QUEUES_OF } from '../queues.ts';

/** How long work that asks the AI may take: in all, where Temporal watches that, and an attempt. */
type Limits = Pick<ActivityOptions, 'scheduleToCloseTimeout' | 'startToCloseTimeout'>;

/**
 * Activities that ask the AI, which may be slow or away, on the queue of the owner's kind of key. A worker that dies is noticed by its
 * missing heartbeat. An owner that is cancelled does not wait for the provider to answer. An attempt has five minutes unless said otherwise.
 */
export function aiWork<Steps extends { ai: object }>(
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
