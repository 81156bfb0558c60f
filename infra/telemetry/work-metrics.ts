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
      const { waiting, parked } = await read().catch(() => ({ waiting: Number.NaN, parked: Number.NaN }));
      commands.set({ state: 'waiting' }, waiting);
      commands.set({ state: 'parked' }, parked);
    },
  });
}
