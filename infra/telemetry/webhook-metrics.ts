import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** An attempt to deliver: `succeeded` or the class of the failure, and, of a first attempt, the wait for it. */
export interface DeliveryAttempt {
  outcome: string;
  durationMs: number;
  firstWaitMs: number | null;
}

/** Counts what becomes of deliveries. */
export interface WebhookMetrics {
  deliveryAttempted(attempt: DeliveryAttempt): void;
}

/** What operators need to know of webhooks, beside the gauges that are read from the database. */
export function createWebhookMetrics(registry: Registry): WebhookMetrics {
  const attempts = new Counter({
    name: 'marketwright_webhook_attempts_total',
    help: 'Attempts to deliver, by outcome: succeeded, http, timeout, connect, tls, dns, …',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const duration = new Histogram({
    name: 'marketwright_webhook_attempt_duration_seconds',
    help: 'Duration of attempts to deliver.',
    buckets: [0.002, 0.005, 0.02, 0.1, 0.5, 1, 2, 5, 10, 15],
    registers: [registry],
  });
  const latency = new Histogram({
    name: 'marketwright_webhook_first_attempt_latency_seconds',
    help: 'From the event to the start of the first attempt.',
    buckets: [0.002, 0.005, 0.01, 0.05, 0.25, 1, 5, 30, 300],
    registers: [registry],
  });
  return {
    deliveryAttempted({ outcome, durationMs, firstWaitMs }) {
      attempts.inc({ outcome });
      duration.observe(durationMs / 1000);
      if (firstWaitMs !== null) latency.observe(firstWaitMs / 1000);
    },
  };
}

/** Counts calls that were refused because their address is not public. */
export function createBlockedCounter(registry: Registry): Counter {
  return new Counter({
    name: 'marketwright_outbound_blocked_total',
    help: 'Calls refused because their address is not public.',
    registers: [registry],
  });
}

/** Figures from the database. */
interface EndpointFigures {
  /** Age of the oldest delivery that is due, seconds; 0 when none is. */
  oldestDueSeconds: number;
  disabled: number;
  unreadable: number;
}

/** Reads the figures whenever the metrics are scraped; they are no numbers while the database is away. */
export function observeEndpoints(registry: Registry, read: () => Promise<EndpointFigures>): void {
  const oldest = new Gauge({
    name: 'marketwright_webhook_oldest_due_seconds',
    help: 'Age of the oldest delivery that is due and not yet sent.',
    registers: [registry],
    async collect() {
      const figures = await read().catch(() => UNKNOWN);
      this.set(figures.oldestDueSeconds);
      disabled.set(figures.disabled);
      unreadable.set(figures.unreadable);
    },
  });
  const disabled = new Gauge({
    name: 'marketwright_webhook_disabled_endpoints',
    help: 'Endpoints that were switched off because they failed.',
    registers: [registry],
  });
  const unreadable = new Gauge({
    name: 'marketwright_webhook_unreadable_secrets',
    help: 'Endpoints whose signing secret cannot be opened with SECRETS_KEY; their deliveries wait.',
    registers: [registry],
  });
  oldest.set(0);
}

const UNKNOWN: EndpointFigures = { oldestDueSeconds: Number.NaN, disabled: Number.NaN, unreadable: Number.NaN };

/** What a sweep has done. */
interface SweepOutcome {
  nudged: number;
  woken: number;
  takenOver: number;
}

/** Counts what sweeps do. In a service at rest nothing: each is a sign of something slow, lost or dead. */
export function createSweepCounter(registry: Registry): (outcome: SweepOutcome) => void {
  const counter = new Counter({
    name: 'marketwright_webhook_sweep_total',
    help: 'Endpoints that the sweep found without a drain: nudged (workers told), woken (engine asked, too), taken_over (their drain had died).',
    labelNames: ['action'],
    registers: [registry],
  });
  return ({ nudged, woken, takenOver }) => {
    counter.inc({ action: 'nudged' }, nudged);
    counter.inc({ action: 'woken' }, woken);
    counter.inc({ action: 'taken_over' }, takenOver);
  };
}
