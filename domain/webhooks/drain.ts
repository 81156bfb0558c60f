import type { Call } from '../kernel/call.ts';
import type { Deps, Tx } from '../kernel/deps.ts';
import { createWakeUp } from '../kernel/wait-for.ts';
import { notifyPeople } from '../notifications/notify-people.ts';
import { recordAttempts } from './attempts-store.ts';
import { type ClaimedDelivery, claimDeliveries, releaseDeliveries } from './claim-store.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { failWithoutPayload } from './deliveries-store.ts';
import { type DrainMark, disableEndpoint, lockAgainstPublishers, nextDue, skipInactive } from './drain-store.ts';
import { attemptRecord, type Sent } from './outcome.ts';
import { retryWrite } from './retry-write.ts';
import { isGone, shouldDisable } from './rules.ts';
import { deliveryBody, openSecrets, type SecretsAt, sign, UNREADABLE_PAUSE_MS } from './signature.ts';
import { findEndpoint } from './store.ts';
import type { WebhookEndpointRow } from './table.ts';

/** An idle drain waits this long for more deliveries before it ends, so that a busy endpoint keeps its drain. */
const LINGER_MS = 2_000;
/**
 * A drain ends after this long and is restarted, so that load moves to new workers. The restart goes through Temporal,
 * which is slow under load; workers that shut down end their drains themselves.
 */
const MAX_RUN_MS = 600_000;
/** A claimed delivery is not sent any more after this long; its lease could end before the response. */
const SEND_WITHIN_MS = 5_000;
/** A process without its advisory lock counts as dead; it waits until it has the lock again. */
const NO_LOCK_PAUSE_MS = 100;
/** Roles that are notified when an endpoint is switched off: those that manage webhooks. */
const IN_CHARGE = ['owner', 'admin'] as const;
/** Pause before looking again at deliveries that another drain of the endpoint holds. */
const HELD_PAUSE_MS = 250;

/** When to drain again: at once (0), after milliseconds, or, null, when there is a new delivery. */
export interface DrainResult {
  waitMs: number | null;
}

/** Everything that one run of a drain needs. */
interface DrainOptions {
  endpoint: WebhookEndpointRow;
  secretsAt: SecretsAt;
  /** Identifies this drain in the endpoint's row. */
  mark: DrainMark;
  /** Caller of the drain's transactions. */
  call: Call;
  /** Fires when the drain must not begin anything new; requests in flight are finished. */
  stopping: AbortSignal;
  /** Called after each claim. */
  claimed(): void;
  /** Called with each batch of responses, after they were written. */
  observe(batch: readonly Sent[]): void;
  /**
   * Removes the mark from the endpoint, which the caller has locked against publishers, and sets when it is due next.
   */
  leave(tx: Tx, end: DrainResult): Promise<void>;
}

interface Queued {
  delivery: ClaimedDelivery;
  claimedAtMs: number;
}

/**
 * Sends what is due to one endpoint and continues as more arrives: claims ahead, keeps as many requests in flight as
 * the endpoint can handle, and writes results in batches, all concurrently.
 */
export class Drain {
  readonly #deps: Deps;
  readonly #options: DrainOptions;
  #endpoint: WebhookEndpointRow;
  #secretsAt: SecretsAt;
  readonly #limit: ConcurrencyLimit;
  readonly #wakeUp;
  readonly #lingerMs: number;
  readonly #startedMs = performance.now();
  #queue: Queued[] = [];
  #inFlight = 0;
  /** Not sent because the host had no slot; released together. */
  #unsent: Queued[] = [];
  #finished: Sent[] = [];
  #claiming = false;
  #writing = false;
  /** No claims before this time of the monotonic clock, because the host had no slot. */
  #notBeforeMs = 0;
  /** Whether a claim may find something. */
  #more = true;
  #failure: unknown;
  /** Whether the endpoint's new secret cannot be opened. */
  #unreadable = false;
  /**
   * Whether the number of time-outs has opened the circuit breaker, so that the drain ends and the endpoint is probed
   * later.
   */
  #breakerOpen = false;

  constructor(deps: Deps, options: DrainOptions) {
    const { endpoint, secretsAt, stopping } = options;
    this.#deps = deps;
    this.#options = options;
    this.#endpoint = endpoint;
    this.#secretsAt = secretsAt;
    this.#lingerMs = deps.drainLingerMs ?? LINGER_MS;
    this.#limit = new ConcurrencyLimit(endpoint.timeout_count);
    this.#wakeUp = createWakeUp(stopping);
  }

  /** Something new may be due. */
  readonly wake = (): void => {
    this.#more = true;
    this.#wakeUp.wake();
  };

  /** Sends until nothing is left or the drain must end. Throws the database's errors. */
  async run(): Promise<DrainResult> {
    for (;;) {
      const mustStop = this.#mustStop();
      await this.#release(this.#unsent.splice(0));
      if (mustStop) await this.#release(this.#queue.splice(0));
      else await this.#sendQueued();
      if (!mustStop) this.#claimAhead();
      this.#writeFinished();
      if (this.#isIdle()) {
        if (this.#failure !== undefined) throw this.#failure;
        if (mustStop) return { waitMs: this.#unreadable ? UNREADABLE_PAUSE_MS : this.#limit.probePauseMs };
        if (!this.#more) {
          const end = await this.#waitOrLeave();
          if (end) return end;
          continue;
        }
      }
      // The aborted signal makes `wait` return at once, so requests in flight are awaited with a timer.
      if (mustStop && !this.#isIdle()) await new Promise((resolve) => setTimeout(resolve, 5));
      else await this.#wakeUp.wait(this.#lingerMs);
    }
  }

  #mustStop(): boolean {
    return (
      this.#failure !== undefined ||
      this.#breakerOpen ||
      this.#unreadable ||
      this.#options.stopping.aborted ||
      performance.now() - this.#startedMs > MAX_RUN_MS
    );
  }

  #isIdle(): boolean {
    return (
      this.#inFlight === 0 &&
      this.#queue.length === 0 &&
      this.#unsent.length === 0 &&
      this.#finished.length === 0 &&
      !this.#claiming &&
      !this.#writing
    );
  }

  /**
   * Waits for more deliveries; null when some arrived. Otherwise leaves the endpoint and returns when to drain again. A
   * drain that was replaced leaves nothing.
   */
  async #waitOrLeave(): Promise<DrainResult | null> {
    const { db, clock, transaction } = this.#deps;
    const { mark, call, leave } = this.#options;
    const { due, replaced } = await nextDue(db, mark);
    if (replaced) return { waitMs: null };
    const waitMs = due === null ? Number.POSITIVE_INFINITY : due.getTime() - clock.now().getTime();
    // Deliveries that are due but could not be claimed are held by another drain.
    const pauseMs = waitMs <= 0 ? HELD_PAUSE_MS : Math.min(this.#lingerMs, waitMs);
    const outcome = await this.#wakeUp.wait(pauseMs);
    this.#more = true;
    if (outcome === 'woken' || waitMs <= this.#lingerMs) return null;
    return transaction(call, async (tx): Promise<DrainResult | null> => {
      if (!(await lockAgainstPublishers(tx.em, this.#endpoint.id))) return null;
      const { due: next } = await nextDue(tx.em, mark);
      // Not the transaction's time: something may have been published between its begin and the lock, and is due then.
      if (next && next <= clock.now()) return null;
      // Published or failed while the endpoint was switched off.
      if (!next && (await skipInactive(tx.em, tx.now, this.#endpoint.id)) > 0) return null;
      const end = { waitMs: next === null ? null : next.getTime() - tx.now.getTime() };
      await leave(tx, end);
      return end;
    });
  }

  #claimAhead(): void {
    const wanted = this.#limit.maxClaimed - this.#inFlight - this.#queue.length;
    // A small batch is claimed only if the queue is empty.
    const few = this.#queue.length > 0 && wanted < this.#limit.maxInFlight / 2;
    if (this.#claiming || !this.#more || wanted <= 0 || few || performance.now() < this.#notBeforeMs) return;
    this.#claiming = true;
    this.#more = false;
    void this.#claim(wanted).then(
      () => this.#settled('claiming'),
      (error: unknown) => this.#fail(error, 'claiming'),
    );
  }

  async #claim(limit: number): Promise<void> {
    const { db, clock, ids } = this.#deps;
    const instance = this.#deps.instance();
    if (instance === null) {
      await new Promise((resolve) => setTimeout(resolve, NO_LOCK_PAUSE_MS));
      this.#more = true;
      return;
    }
    const claimedAtMs = performance.now();
    const [now, leaseToken] = [clock.now(), ids.uuid()];
    const { token: drainToken } = this.#options.mark;
    const claim = { endpointId: this.#endpoint.id, now, limit, leaseToken, instance, drainToken };
    const { deliveries, withoutPayload } = await claimDeliveries(db, claim);
    this.#options.claimed();
    if (withoutPayload.length > 0) await failWithoutPayload(db, now, withoutPayload, leaseToken);
    if (deliveries.some((delivery) => delivery.endpointVersion !== this.#endpoint.version)) await this.#reload();
    for (const delivery of deliveries) this.#queue.push({ delivery, claimedAtMs });
    if (deliveries.length + withoutPayload.length === limit) this.#more = true;
  }

  async #reload(): Promise<void> {
    const endpoint = await findEndpoint(this.#deps.db, this.#endpoint.id);
    if (!endpoint) return;
    this.#endpoint = endpoint;
    const secretsAt = openSecrets(this.#deps.secrets, endpoint);
    if (secretsAt) this.#secretsAt = secretsAt;
    else this.#unreadable = true;
  }

  async #sendQueued(): Promise<void> {
    const late: Queued[] = [];
    while (this.#queue.length > 0 && this.#inFlight < this.#limit.maxInFlight) {
      const queued = this.#queue.shift();
      if (!queued) break;
      if (performance.now() - queued.claimedAtMs > SEND_WITHIN_MS) late.push(queued);
      else this.#send(queued.delivery);
    }
    await this.#release(late);
  }

  async #release(unsent: readonly Queued[]): Promise<void> {
    for (const [leaseToken, group] of Map.groupBy(unsent, ({ delivery }) => delivery.leaseToken)) {
      const ids = group.map(({ delivery }) => delivery.id);
      await releaseDeliveries(this.#deps.db, ids, leaseToken, this.#options.mark.token).catch((error: unknown) =>
        this.#fail(error),
      );
      this.#more = true;
    }
  }

  #send(delivery: ClaimedDelivery): void {
    const { clock } = this.#deps;
    const startedAt = clock.now();
    const body = deliveryBody({
      id: delivery.eventId,
      type: delivery.eventType,
      occurred_at: delivery.occurredAt,
      data: delivery.data,
    });
    this.#limit.sending(body.length);
    const message = sign(
      { id: delivery.eventId, event: delivery.eventType, body },
      this.#secretsAt(startedAt),
      startedAt,
    );
    const { probing: probe } = this.#limit;
    this.#inFlight += 1;
    const onBehalfOf = String(this.#endpoint.partner_id);
    const request = { url: this.#endpoint.url, ...message, onBehalfOf, traceparent: delivery.traceparent };
    void this.#deps.sender.send(request).then((result) => {
      // Nothing was sent, so this shows nothing about the endpoint: its host had no slot for this partner.
      if (result.errorClass === 'busy') {
        this.#hostBusy();
        this.#unsent.push({ delivery, claimedAtMs: 0 });
        this.#inFlight -= 1;
        return this.#wakeUp.wake();
      }
      this.#inFlight -= 1;
      const { durationMs, errorClass } = result;
      this.#limit.observe({ durationMs, timedOut: errorClass === 'timeout', probe });
      this.#breakerOpen ||= this.#limit.probing;
      this.#finished.push({ delivery, result, startedAt, probe });
      this.#wakeUp.wake();
    });
  }

  /**
   * Sends rejected at the same time count once. The other claimed deliveries are released, so that no lease expires.
   */
  #hostBusy(): void {
    if (performance.now() < this.#notBeforeMs) return;
    this.#notBeforeMs = performance.now() + this.#limit.hostBusy();
  }

  #writeFinished(): void {
    if (this.#writing || this.#finished.length === 0) return;
    this.#writing = true;
    void this.#write(this.#finished.splice(0)).then(
      () => this.#settled('writing'),
      (error: unknown) => this.#fail(error, 'writing'),
    );
  }

  async #write(batch: readonly Sent[]): Promise<void> {
    const { db, clock } = this.#deps;
    const now = clock.now();
    const records = batch.map((sent) => attemptRecord(sent, endOf(sent, now), Math.random()));
    const written = await retryWrite(() => recordAttempts(db, now, this.#endpoint.id, records));
    this.#options.observe(batch);
    if (batch.some(({ delivery, result }) => written.has(delivery.id) && isGone(result))) {
      await this.#disable(now, 'The endpoint answered 410 Gone.');
    } else if (records.some((record) => written.has(record.deliveryId) && record.status === 'failed')) {
      await this.#reload();
      if (shouldDisable(this.#endpoint, now)) {
        await this.#disable(now, 'A delivery used up its attempts and none has succeeded for five days.');
      }
    }
  }

  async #disable(now: Date, reason: string): Promise<void> {
    const { id, partner_id: partnerId, description, url } = this.#endpoint;
    await this.#deps.transaction(this.#options.call, async (tx) => {
      if (!(await disableEndpoint(tx.em, now, id, reason))) return;
      const record = { type: 'webhook', id };
      notifyPeople(tx, {
        partnerId,
        kind: 'webhook_disabled',
        to: { roles: IN_CHARGE },
        record,
        title: description || url,
      });
    });
    await skipInactive(this.#deps.db, now, this.#endpoint.id);
  }

  #settled(activity: 'claiming' | 'writing'): void {
    if (activity === 'claiming') this.#claiming = false;
    else this.#writing = false;
    this.#wakeUp.wake();
  }

  #fail(error: unknown, activity?: 'claiming' | 'writing'): void {
    this.#failure ??= error;
    if (activity) this.#settled(activity);
  }
}

/** When an attempt ended: by a clock that was set ahead meanwhile, the next one would wait for as long. */
function endOf({ startedAt, result }: Sent, now: Date): Date {
  return new Date(Math.min(now.getTime(), startedAt.getTime() + result.durationMs));
}
