import { type LocalActivityInterfaceFor, proxyLocalActivities } from '@temporalio/workflow';

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
