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
  sandbox: z.boolean().describe('Whether the metrics are of sandbox executions, which are never mixed with others.'),
};

/** Figures over executions of a kind; all audits share them. */
export const figureFields = {
  executions: z
    .object({
      total: countSchema.describe('All that ended, whatever the outcome.'),
      completed: countSchema.describe('Completed ones, including archived ones.'),
      failed: countSchema.describe('Failed ones.'),
      cancelled: countSchema.describe('Cancelled ones, which the success rate excludes.'),
    })
    .describe('Executions that ended.')
    .meta({ title: 'AuditExecutions' }),
  success_rate: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe('Completed as a share of completed and failed; null if there were none.'),
  credits_used: countSchema.describe('Credits charged for the executions; 0 in the sandbox.'),
  content_items: countSchema.describe('Content items created by the executions.'),
};

/** Duration of completed executions, from acceptance to end. */
export const latencySchema = z
  .object({
    p50_ms: milliseconds.describe('50th percentile, in milliseconds.'),
    p90_ms: milliseconds.describe('90th percentile, in milliseconds.'),
    p95_ms: milliseconds.describe('95th percentile, in milliseconds.'),
    p99_ms: milliseconds.describe('99th percentile, in milliseconds.'),
    mean_ms: milliseconds.describe('Exact mean, in milliseconds.'),
  })
  .describe(
    'Duration of completed executions, from acceptance to end. Percentiles are accurate to a fifth of their value; null if none completed.',
  )
  .meta({ title: 'AuditLatency' });

/** One day of a series. */
export const daySchema = z
  .object({
    date: z.iso.date().describe('UTC day on which the executions ended.'),
    ...figureFields,
    mean_latency_ms: milliseconds.describe(
      'Mean duration of completed executions, in milliseconds; null if none completed.',
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
  .describe('Mean credits per content item; null if none was created.');
