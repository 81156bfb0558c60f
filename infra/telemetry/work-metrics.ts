import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { AiObservation } from '../ai/attempt.ts';

/** Most models that have a label of their own: requests may name any. */
const MAX_MODELS = 20;

/** Counts calls to the AI provider by outcome, with duration and tokens. */
export function createAiMetrics(registry: Registry): (observation: AiObservation) => void {
  const duration = new Histogram({
    name: 'marketwright_ai_request_duration_seconds',
    help: 'Questions to the AI provider by model, task and outcome (ok, aborted, or class of failure).',
    labelNames: ['model', 'task', 'outcome'],
    buckets: [0.1, 0.5, 1, 2, 5, 10, 20, 40, 80, 160],
    registers: [registry],
  });
  const tokens = new Counter({
    name: 'marketwright_ai_tokens_total',
    help: 'Tokens as the AI provider counted them.',
    labelNames: ['model', 'task', 'direction'],
    registers: [registry],
  });
  const price = new Counter({
    name: 'marketwright_ai_price_usd_total',
    help: 'List price in US dollars of what the AI provider was asked; models without a price count nothing.',
    labelNames: ['model', 'task'],
    registers: [registry],
  });
  const models = new Set<string>();
  return ({ model: asked, purpose: { task }, outcome, seconds, usage, priceMicros }) => {
    if (models.size < MAX_MODELS) models.add(asked);
    const model = models.has(asked) ? asked : 'other';
    duration.observe({ model, task, outcome }, seconds);
    tokens.inc({ model, task, direction: 'input' }, usage.inputTokens);
    tokens.inc({ model, task, direction: 'output' }, usage.outputTokens);
    price.inc({ model, task }, (priceMicros ?? 0) / 1_000_000);
  };
}

/** Commands that wait for the engine, read whenever the metrics are scraped. */
export interface OutboxFigures {
  waiting: number;
  /** Age of the oldest that waits. */
  oldestSeconds: number;
  parked: number;
}

/** Shows how many commands wait, and how many were refused and are kept for staff; no numbers while the database is away. */
export function observeOutbox(registry: Registry, read: () => Promise<OutboxFigures>): void {
  const commands = new Gauge({
    name: 'marketwright_outbox_commands',
    help: 'Commands for the engine by state: waiting to be taken, or parked because it refuses them.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const unknown = { waiting: Number.NaN, oldestSeconds: Number.NaN, parked: Number.NaN };
      const { waiting, oldestSeconds, parked } = await read().catch(() => unknown);
      commands.set({ state: 'waiting' }, waiting);
      commands.set({ state: 'parked' }, parked);
      oldest.set(oldestSeconds);
    },
  });
  const oldest = new Gauge({
    name: 'marketwright_outbox_oldest_seconds',
    help: 'Age of the oldest command that waits for the engine; 0 while none does.',
    registers: [registry],
  });
}

/** Shows which queues this worker serves, read whenever the metrics are scraped: 1, and 0 for those that are left to others. */
export function observeQueues(registry: Registry, read: () => Record<string, boolean>): void {
  const served = new Gauge({
    name: 'marketwright_queue_served',
    help: 'Task queues: 1 while this worker serves it, 0 while it does not.',
    labelNames: ['queue'],
    registers: [registry],
    collect() {
      for (const [queue, isServed] of Object.entries(read())) served.set({ queue }, isServed ? 1 : 0);
    },
  });
}

/** Counts rows that were ended because their run was closed or unknown. */
export function createLostRuns(registry: Registry): Counter<'kind'> {
  return new Counter({
    name: 'marketwright_runs_lost_total',
    help: 'Rows that were ended because their run was terminated, or unknown to the engine, by kind of row.',
    labelNames: ['kind'],
    registers: [registry],
  });
}

/** Shows the age of the oldest open execution, read whenever the metrics are scraped; no number while the database is away. */
export function observeOpenExecutions(registry: Registry, readOldestSeconds: () => Promise<number>): void {
  const oldest = new Gauge({
    name: 'marketwright_executions_oldest_open_seconds',
    help: 'Age of the oldest execution that has not ended; 0 while all have.',
    registers: [registry],
    async collect() {
      oldest.set(await readOldestSeconds().catch(() => Number.NaN));
    },
  });
}

/** Counts attempts at activities; the outcome is `completed`, `cancelled` or the class of what failed. */
export interface ActivityMetrics {
  observe(activity: string, outcome: string, seconds: number): void;
}

/** How long activities take and how they end. */
export function createActivityMetrics(registry: Registry): ActivityMetrics {
  const duration = new Histogram({
    name: 'marketwright_activity_duration_seconds',
    help: 'Duration of activity attempts by outcome (completed, cancelled, or class of failure).',
    labelNames: ['activity', 'outcome'],
    buckets: [0.005, 0.02, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 120],
    registers: [registry],
  });
  return { observe: (activity, outcome, seconds) => duration.observe({ activity, outcome }, seconds) };
}

/** Commands that the engine will never take; more than none is a reason to look. */
export function createRefusedCommands(registry: Registry): Counter {
  return new Counter({
    name: 'marketwright_outbox_refused_total',
    help: 'Commands the engine refused for good; their owners were failed.',
    labelNames: ['kind'],
    registers: [registry],
  });
}

/** Counts events of payment gateways: how they arrived, and what has become of them. */
export function createPaymentMetrics(registry: Registry): (gateway: string, outcome: string) => void {
  const events = new Counter({
    name: 'marketwright_payment_events_total',
    help: 'Events of payment gateways by outcome: received, duplicate or refused at the door; applied, waiting, ignored or failed once carried out.',
    labelNames: ['gateway', 'outcome'],
    registers: [registry],
  });
  return (gateway, outcome) => events.inc({ gateway, outcome });
}

/** Counts valid signatures of payment gateways by the secret. */
export function createSignatureMetrics(registry: Registry): (gateway: string, secret: string) => void {
  const signatures = new Counter({
    name: 'marketwright_payment_signatures_total',
    help: 'Valid signatures of payment gateways by the secret: the current one stands first in its setting, previous ones are being replaced.',
    labelNames: ['gateway', 'secret'],
    registers: [registry],
  });
  return (gateway, secret) => signatures.inc({ gateway, secret });
}

/** Counts queries of knowledge bases that were to be embedded, by what became of it. */
export function createQueryMetrics(registry: Registry): (outcome: string) => void {
  const queries = new Counter({
    name: 'marketwright_query_embeddings_total',
    help: 'Queries of searches by meaning by outcome: embedded, failed, or skipped because the AI provider has not answered for a while.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return (outcome) => queries.inc({ outcome });
}
