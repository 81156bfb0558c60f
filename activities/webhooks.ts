import { cancellationSignal } from '@temporalio/activity';
import type { Deps } from '../domain/kernel/deps.ts';
import { drainEndpoint } from '../domain/webhooks/drain.ts';
import type { Sent } from '../domain/webhooks/outcome.ts';
import { isSuccess } from '../domain/webhooks/rules.ts';
import type { WebhookActivities } from '../workflows/webhook-endpoint/contract.ts';
import { describeProgress } from './progress.ts';

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
    drainWebhookEndpoint: ({ endpointId }) => {
      const turn = {
        delivered: 0,
        failed: 0,
        last_response_code: null as number | null,
        last_error: null as string | null,
      };
      describeProgress(() => turn);
      return drainEndpoint(deps, {
        endpointId,
        instance,
        stopping: AbortSignal.any([stopping, cancellationSignal()]),
        observe(batch) {
          for (const { result } of batch) {
            if (isSuccess(result)) turn.delivered += 1;
            else turn.failed += 1;
            turn.last_response_code = result.responseCode;
            turn.last_error = result.error;
          }
          observe(batch);
        },
      });
    },
  };
}
