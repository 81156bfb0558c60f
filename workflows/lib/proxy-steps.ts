import { type ActivityInterfaceFor, type ActivityOptions, proxyActivities } from '@temporalio/workflow';
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
