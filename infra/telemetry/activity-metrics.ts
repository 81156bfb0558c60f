import { Counter, Histogram, type Registry } from 'prom-client';

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
