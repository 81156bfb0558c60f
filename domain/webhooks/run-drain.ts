import type { Call } from '../kernel/call.ts';
import type { Deps, Meters, Tx } from '../kernel/deps.ts';
import { Drain, type DrainResult } from './drain.ts';
import { type DrainMark, leaveEndpoint, recordSecretState } from './drain-store.ts';
import type { Sent } from './outcome.ts';
import { retryWrite } from './retry-write.ts';
import { endpointTopic, isSuccess } from './rules.ts';
import { openSecrets, UNREADABLE_PAUSE_MS } from './signature.ts';
import type { WebhookEndpointRow } from './table.ts';

/** The endpoint is due again this long after a drain that failed, if its caller does not retry earlier. */
const FAILED_PAUSE_MS = 5_000;

/** Progress of a drain, shown to staff in the heartbeat. */
interface Progress {
  delivered: number;
  failed: number;
  last_response_code: number | null;
  last_error: string | null;
}

/** A drain that is marked on its endpoint. */
interface MarkedDrain {
  endpoint: WebhookEndpointRow;
  mark: DrainMark;
  /** Called in the transaction in which the drain leaves the endpoint, if deliveries are left for later. */
  unfinished?(tx: Tx): void;
}

/**
 * Sends to an endpoint until nothing is left or the drain must end, and then always removes the drain's mark. An
 * endpoint whose secret cannot be read is retried later and shows that state. Throws the database's errors.
 */
export async function runDrain(
  shared: Deps,
  call: Call,
  { endpoint, mark, unfinished }: MarkedDrain,
): Promise<DrainResult> {
  // A thousand drains of one partner that all time out at once must not block the statements of other partners.
  const deps = { ...shared, ...shared.fairShare(String(endpoint.partner_id)) };
  const began = { atMs: shared.clock.now().getTime(), monotonicMs: performance.now() };
  const leave = async (tx: Tx, { waitMs }: DrainResult) => {
    // By a clock that was set ahead meanwhile the endpoint would wait for as long.
    const nowMs = Math.min(tx.now.getTime(), began.atMs + performance.now() - began.monotonicMs);
    const nextDueAt = waitMs === null ? null : new Date(nowMs + waitMs);
    const left = await leaveEndpoint(tx.em, mark, nextDueAt);
    if (left && waitMs !== null) unfinished?.(tx);
  };
  const leaveNow = (end: DrainResult) => deps.transaction(call, (tx) => leave(tx, end));
  const progress: Progress = { delivered: 0, failed: 0, last_response_code: null, last_error: null };
  const report = () => call.report?.({ ...progress });
  report();
  try {
    const secretsAt = openSecrets(deps.secrets, endpoint);
    await recordSecretState(deps.db, deps.clock.now(), endpoint, secretsAt !== null);
    const end = secretsAt ? await drainWith(secretsAt) : { waitMs: UNREADABLE_PAUSE_MS };
    if (end.waitMs !== null) await leaveNow(end);
    return end;
  } catch (error) {
    // A mark that stays would keep others away until the sweep notices that the drain makes no progress: a minute of waiting
    // for each webhook that was served when the database went away. One that ends with its process counts as dead.
    const mayGoOn = () => !deps.stopping.aborted && !call.signal.aborted;
    await retryWrite(() => leaveNow({ waitMs: FAILED_PAUSE_MS }), mayGoOn).catch(() => undefined);
    throw error;
  }

  async function drainWith(secretsAt: NonNullable<ReturnType<typeof openSecrets>>): Promise<DrainResult> {
    const drain = new Drain(deps, {
      endpoint,
      secretsAt,
      mark,
      call,
      stopping: AbortSignal.any([deps.stopping, call.signal]),
      claimed: report,
      observe(batch) {
        for (const sent of batch) count(sent, progress, deps.meters);
        report();
      },
      leave,
    });
    const unsubscribe = deps.notifications.subscribe(endpointTopic(endpoint.id), drain.wake);
    try {
      return await drain.run();
    } finally {
      unsubscribe();
    }
  }
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
