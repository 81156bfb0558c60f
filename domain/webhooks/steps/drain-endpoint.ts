import { z } from 'zod';
import type { Meters } from '../../kernel/deps.ts';
import { recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { Drain } from '../drain.ts';
import { beginDrain, endDrain, readHealth } from '../drain-store.ts';
import type { Sent } from '../outcome.ts';
import { endpointTopic, isSuccess, probePause } from '../rules.ts';
import { findEndpoint } from '../store.ts';
import type { WebhookEndpointRow } from '../table.ts';

/** How an endpoint does, for staff. */
const health = z.object({
  backlog: z.int(),
  lastResponseCode: z.int().nullable(),
  failures: z.int(),
  timeouts: z.int(),
  active: z.boolean(),
});

/** What a drain has sent so far, as staff see it in the heartbeat. */
interface Progress {
  delivered: number;
  failed: number;
  last_response_code: number | null;
  last_error: string | null;
}

/**
 * Sends what is due to one endpoint, and what comes in meanwhile. Tells when to drain again: at once (0), after a while
 * (milliseconds), or, null, when there is something new; the health is absent when the endpoint is gone. A drain that is
 * cancelled, or whose process is to stop, finishes what it has begun.
 */
export const drainEndpoint = step({
  name: 'webhooks.drain',
  input: z.object({ endpointId: recordId }),
  output: z.object({ waitMs: z.int().nullable(), health: health.optional() }),
  async run(deps, call, { endpointId }) {
    const endpoint = await findEndpoint(deps.db, endpointId);
    if (!endpoint) return { waitMs: null };
    const probe = probeWait(endpoint, deps.clock.now());
    if (probe > 0) return { waitMs: probe, health: await readHealth(deps.db, endpointId) };
    const progress: Progress = { delivered: 0, failed: 0, last_response_code: null, last_error: null };
    call.report?.({ ...progress });
    const drain = new Drain(deps, {
      endpoint,
      call,
      stopping: AbortSignal.any([deps.stopping, call.signal]),
      observe(batch) {
        for (const sent of batch) count(sent, progress, deps.meters);
        call.report?.({ ...progress });
      },
    });
    const mark = { endpointId, token: deps.ids.uuid(), instance: deps.instance() };
    const unsubscribe = deps.notifications.subscribe(endpointTopic(endpointId), drain.wake);
    try {
      await beginDrain(deps.db, mark);
      const { waitMs } = await drain.run();
      return { waitMs, health: await readHealth(deps.db, endpointId) };
    } finally {
      unsubscribe();
      await endDrain(deps.db, mark).catch(() => undefined);
    }
  },
});

/** Milliseconds until an endpoint that only times out may be probed again. */
function probeWait({ timeout_count, last_triggered_at }: WebhookEndpointRow, now: Date): number {
  return last_triggered_at ? last_triggered_at.getTime() + probePause(timeout_count) - now.getTime() : 0;
}

function count({ delivery, result, startedAt }: Sent, progress: Progress, meters: Meters): void {
  const succeeded = isSuccess(result);
  if (succeeded) progress.delivered += 1;
  else progress.failed += 1;
  progress.last_response_code = result.responseCode;
  progress.last_error = result.error;
  meters.deliveryAttempted({
    outcome: succeeded ? 'succeeded' : (result.errorClass ?? 'http'),
    durationMs: result.durationMs,
    firstWaitMs: delivery.attempt === 1 ? startedAt.getTime() - delivery.occurredAt.getTime() : null,
  });
}
