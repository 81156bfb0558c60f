import { z } from 'zod';
import { recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { beginDrain, readHealth } from '../drain-store.ts';
import { probePause } from '../rules.ts';
import { runDrain } from '../run-drain.ts';
import { findEndpoint } from '../store.ts';
import type { WebhookEndpointRow } from '../table.ts';

/** Health of an endpoint, for staff. */
const health = z.object({
  backlog: z.int(),
  lastResponseCode: z.int().nullable(),
  failures: z.int(),
  timeouts: z.int(),
  active: z.boolean(),
});

/** A process without its advisory lock counts as dead; the drain is retried when it has the lock again. */
const NO_LOCK_WAIT_MS = 1_000;

/**
 * Sends what is due to one endpoint and what arrives meanwhile, in place of any other drain. Returns when to drain
 * again: at once (0), after milliseconds, or, null, when there is a new delivery. `health` is absent when the endpoint
 * was deleted. A drain that is cancelled, or whose process stops, finishes its requests in flight.
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
    const instance = deps.instance();
    if (instance === null) return { waitMs: NO_LOCK_WAIT_MS, health: await readHealth(deps.db, endpointId) };
    const mark = { endpointId, token: deps.ids.uuid(), instance };
    await beginDrain(deps.db, mark);
    const { waitMs } = await runDrain(deps, call, { endpoint, mark });
    return { waitMs, health: await readHealth(deps.db, endpointId) };
  },
});

/** Milliseconds until an endpoint that only times out may be probed again. */
function probeWait({ timeout_count, last_triggered_at }: WebhookEndpointRow, now: Date): number {
  return last_triggered_at ? last_triggered_at.getTime() + probePause(timeout_count) - now.getTime() : 0;
}
