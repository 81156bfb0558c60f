import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { AiObservation } from '../ai/attempt.ts';

/** Counts what the AI provider was asked: how it ended, how long it took, what it took. */
export function createAiMetrics(registry: Registry): (observation: AiObservation) => void {
  const duration = new Histogram({
    name: 'marketwright_ai_request_duration_seconds',
    help: 'Questions to the AI provider by model and outcome (ok, aborted, or class of failure).',
    labelNames: ['model', 'outcome'],
    buckets: [0.1, 0.5, 1, 2, 5, 10, 20, 40, 80, 160],
    registers: [registry],
  });
  const tokens = new Counter({
    name: 'marketwright_ai_tokens_total',
    help: 'Tokens as the AI provider counted them.',
    labelNames: ['model', 'direction'],
    registers: [registry],
  });
  return ({ model, outcome, seconds, usage }) => {
    duration.observe({ model, outcome }, seconds);
    tokens.inc({ model, direction: 'input' }, usage.inputTokens);
    tokens.inc({ model, direction: 'output' }, usage.outputTokens);
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
