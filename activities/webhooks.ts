import { cancellationSignal } from '@temporalio/activity';
import type { Deps } from '../domain/kernel/deps.ts';
import { drainEndpoint } from '../domain/webhooks/drain.ts';
import type { Sent } from '../domain/webhooks/outcome.ts';
import type { WebhookActivities } from '../workflows/contracts/webhook-endpoint.ts';

export interface WebhookActivityOptions {
  /** Number of this process's advisory lock, by which others see that it lives; null while it is not held. */
  instance(): number | null;
  /** Fires when the process is to stop. */
  stopping: AbortSignal;
  observe(batch: readonly Sent[]): void;
}

/** Sends webhooks. A drain that is cancelled finishes what it has begun. */
export function createWebhookActivities(deps: Deps, options: WebhookActivityOptions): WebhookActivities {
  const { instance, stopping, observe } = options;
  return {
    drainWebhookEndpoint: ({ endpointId }) =>
      drainEndpoint(deps, {
        endpointId,
        instance,
        stopping: AbortSignal.any([stopping, cancellationSignal()]),
        observe,
      }),
  };
}
