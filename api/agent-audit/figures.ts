import { z } from 'zod';
import type { Figures } from '../../domain/agent-audit/figures.ts';
import type { Scope } from '../../domain/agent-audit/period.ts';
import { countSchema } from '../resource.ts';

/** Path prefix of the audit routes, for links. */
export const PREFIX = '/api/v1/agents/audit';

/** Path of an agent's audit. */
export function auditPath(agentId: number): string {
  return `${PREFIX}/${agentId}`;
}

const milliseconds = z.int().nonnegative().nullable();

/** Which executions the figures cover. */
export const scopeFields = {
  period: z
    .object({ from: z.iso.date().describe('First day.'), to: z.iso.date().describe('Last day.') })
    .describe('UTC days, both inclusive, on which the executions ended.')
    .meta({ title: 'AuditPeriod' }),
  sandbox: z.boolean().describe('Whether the figures are of sandbox executions; those are never mixed with others.'),
};

/** Figures over executions of a kind; all audits share them. */
export const figureFields = {
  executions: z
    .object({
      total: countSchema.describe('All that ended, whatever the outcome.'),
      completed: countSchema.describe('Those that were completed, archived ones included.'),
      failed: countSchema.describe('Those that failed.'),
      cancelled: countSchema.describe('Those that were cancelled; the success rate leaves them out.'),
    })
    .describe('Executions that ended.')
    .meta({ title: 'AuditExecutions' }),
  success_rate: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe('Share that completed of those that completed or failed; null where none did.'),
  credits_used: countSchema.describe('Credits that the executions were charged; 0 in the sandbox.'),
  content_items: countSchema.describe('Content items that the executions made.'),
};

/** Duration of completed executions, from acceptance to end. */
export const latencySchema = z
  .object({
    p50_ms: milliseconds.describe('Half of them took no longer, milliseconds.'),
    p90_ms: milliseconds.describe('Nine of ten took no longer, milliseconds.'),
    p95_ms: milliseconds.describe('95 of 100 took no longer, milliseconds.'),
    p99_ms: milliseconds.describe('99 of 100 took no longer, milliseconds.'),
    mean_ms: milliseconds.describe('Exact average, milliseconds.'),
  })
  .describe(
    'How long completed executions took, from acceptance to end. Percentiles are exact to a fifth of themselves; null where none completed.',
  )
  .meta({ title: 'AuditLatency' });

/** One day of a series. */
export const daySchema = z
  .object({
    date: z.iso.date().describe('UTC day on which the executions ended.'),
    ...figureFields,
    mean_latency_ms: milliseconds.describe(
      'How long its completed executions took on average, milliseconds; null: none completed.',
    ),
  })
  .meta({ title: 'AuditDay' });

/** Presents which executions the figures cover. */
export function presentScope({ period, sandbox }: Scope) {
  return { period, sandbox };
}

/** Presents figures. */
export function presentFigures({ executions, successRate, creditsUsed, contentItems }: Figures) {
  return { executions, success_rate: successRate, credits_used: creditsUsed, content_items: contentItems };
}

/** Presents one day of a series. */
export function presentDay({ date, figures }: { date: string; figures: Figures }) {
  return { date, ...presentFigures(figures), mean_latency_ms: figures.meanLatencyMs };
}

/** Average credits per content item. */
export const costPerAssetSchema = z
  .number()
  .nonnegative()
  .nullable()
  .describe('Credits that a content item cost on average; null where none was made.');
