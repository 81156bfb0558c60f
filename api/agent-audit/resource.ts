import { z } from 'zod';
import { type AgentAudit, needsMigration } from '../../domain/agent-audit/audit.ts';
import { costPerAsset, HEALTH, healthOf } from '../../domain/agent-audit/figures.ts';
import type {
  AgentMetrics,
  CompanyAnalytics,
  MarketplaceMetrics,
} from '../../domain/agent-audit/operations/metrics.ts';
import type { MeasuredCapability } from '../../domain/agent-audit/operations/reads.ts';
import { GUARDRAIL_ACTIONS } from '../../domain/guardrails/types.ts';
import { GRADES } from '../../domain/listings/grades.ts';
import { capabilityResource } from '../capabilities/resource.ts';
import { agentSummary } from '../executions/resource.ts';
import { countSchema, datetime, datetimeSchema, presenter, resource } from '../resource.ts';
import {
  auditPath,
  costPerAssetSchema,
  daySchema,
  figureFields,
  latencySchema,
  PREFIX,
  presentDay,
  presentFigures,
  presentScope,
  scopeFields,
} from './figures.ts';

const capability = z.string().describe('Slug of the executed capability or template.');

/** An agent with the figures of its executions. */
export const agentAuditResource = resource({
  type: 'agent_audit',
  attributes: {
    name: z.string().describe('Name of the agent.'),
    agent_type: z.string().describe("Type whose definition it follows; `platform` is the platform's agent."),
    is_active: z.boolean().describe('Whether it gets work.'),
    config_version: z.int().describe("Version of its type's definition that it uses."),
    latest_config_version: z.int().describe('Newest version of that definition.'),
    needs_migration: z
      .boolean()
      .describe('Whether a newer version exists; `POST /agents/audit/{agent}/migrate` moves the agent to it.'),
    health: z
      .enum(HEALTH)
      .describe('By success rate: failing below 0.5, degraded below 0.9; idle if nothing completed or failed.'),
    executions: countSchema.describe('Executions that ended in the period.'),
    success_rate: figureFields.success_rate,
    credits_used: figureFields.credits_used,
    last_execution_at: datetimeSchema.nullable().describe('When the last of them ended; null if none did.'),
    period: scopeFields.period,
  },
  links: { self: z.string(), agent: z.string(), metrics: z.string() },
  present: (audit: AgentAudit) => ({
    id: audit.agent.id,
    attributes: {
      name: audit.agent.name,
      agent_type: audit.agent.agent_type,
      is_active: audit.agent.is_active,
      config_version: audit.agent.config_version,
      latest_config_version: audit.latestVersion,
      needs_migration: needsMigration(audit),
      health: healthOf(audit.figures),
      executions: audit.figures.executions.total,
      success_rate: audit.figures.successRate,
      credits_used: audit.figures.creditsUsed,
      last_execution_at: datetime(audit.figures.lastEndedAt),
    },
    links: {
      self: auditPath(audit.agent.id),
      agent: `/api/v1/content-workflow/agents/${audit.agent.id}`,
      metrics: `${auditPath(audit.agent.id)}/metrics`,
    },
  }),
});

/** The metrics of an agent; the id is the agent's. */
export const agentMetricsResource = resource({
  type: 'agent_metrics',
  attributes: {
    ...scopeFields,
    ...figureFields,
    percentiles: latencySchema,
    guardrail_hits: z
      .array(
        z.object({
          rule: z.string().describe('Name of the rule, as `GET /content-workflow/guardrails` lists it.'),
          action: z
            .enum(GUARDRAIL_ACTIONS)
            .describe('`review`: the text was sent to review; `block`: the step was stopped.'),
          count: countSchema.describe('Number of steps with a hit; a rule counts once per step.'),
        }),
      )
      .describe('Guardrail hits in the executions, most frequent first.'),
    cost_per_asset: costPerAssetSchema,
    by_capability: z
      .array(z.object({ capability, ...figureFields, percentiles: latencySchema }))
      .describe('The same metrics for each capability that it executed, sorted by slug.'),
    trend: z.array(daySchema).describe('Each day of the period, oldest first.'),
  },
  links: { self: z.string(), audit: z.string() },
  present: ({ agent, scope, figures, latency, hits, byCapability, trend }: AgentMetrics) => ({
    id: agent.id,
    attributes: {
      ...presentScope(scope),
      ...presentFigures(figures),
      percentiles: latency,
      guardrail_hits: hits,
      cost_per_asset: costPerAsset(figures),
      by_capability: byCapability.map((each) => ({
        capability: each.capability,
        ...presentFigures(each.figures),
        percentiles: each.latency,
      })),
      trend: trend.map(presentDay),
    },
    links: { self: `${auditPath(agent.id)}/metrics`, audit: auditPath(agent.id) },
  }),
});

/** Figures over all executions of a partner; the id is the partner's. */
export const companyAnalyticsResource = resource({
  type: 'company_analytics',
  attributes: {
    ...scopeFields,
    ...figureFields,
    by_agent: z
      .array(z.object({ agent: agentSummary.describe('The agent.'), ...figureFields }))
      .describe('Metrics of each agent with executions, most executions first.'),
    by_capability: z
      .array(z.object({ capability, ...figureFields }))
      .describe('Metrics of each executed capability, most executions first.'),
    daily: z.array(daySchema).describe('Each day of the period, oldest first.'),
  },
  links: { self: z.string() },
  present: ({ partnerId, scope, figures, byAgent, byCapability, daily }: CompanyAnalytics) => ({
    id: partnerId,
    attributes: {
      ...presentScope(scope),
      ...presentFigures(figures),
      by_agent: byAgent.map((each) => ({
        agent: { id: each.agent.id, name: each.agent.name, type: each.agent.agent_type },
        ...presentFigures(each.figures),
      })),
      by_capability: byCapability.map((each) => ({ capability: each.capability, ...presentFigures(each.figures) })),
      daily: daily.map(presentDay),
    },
    links: { self: `${PREFIX}/company-analytics` },
  }),
});

/** A partner's figures on the marketplace; the id is the partner's. */
export const marketplaceMetricsResource = resource({
  type: 'marketplace_metrics',
  attributes: {
    ...scopeFields,
    listings_scored: countSchema.describe('Listings that were scored in the period.'),
    average_score: z
      .number()
      .min(0)
      .max(100)
      .nullable()
      .describe('Mean of the last score of each listing; null if none was scored.'),
    grades: z
      .object(
        Object.fromEntries(
          GRADES.map((grade) => [grade, countSchema.describe(`Listings whose last score has grade ${grade}.`)]),
        ) as Record<(typeof GRADES)[number], typeof countSchema>,
      )
      .describe('Number of these listings by grade.'),
    events: z
      .array(
        z.object({
          event: z.string().describe('Name of the event, such as `listing.created`.'),
          count: countSchema.describe('How often it was published in the period.'),
        }),
      )
      .describe('All listing and co-sell events, regardless of `sandbox`; kept for 30 days by default.'),
    deliveries: z
      .object({
        delivered: countSchema.describe('Accepted by a webhook.'),
        failed: countSchema.describe('Given up.'),
      })
      .describe('Deliveries of these events to your webhooks that began in the period; kept for 90 days by default.'),
  },
  links: { self: z.string() },
  present: (metrics: MarketplaceMetrics) => ({
    id: metrics.partnerId,
    attributes: {
      ...presentScope(metrics.scope),
      listings_scored: metrics.listingsScored,
      average_score: metrics.averageScore,
    },
    links: { self: `${PREFIX}/marketplace-metrics` },
  }),
});

/** A capability with the measurements of the partner's executions. */
const measuredCapability = presenter(
  z
    .object({
      ...capabilityResource.schema.shape,
      attributes: capabilityResource.schema.shape.attributes
        .safeExtend({
          measured: z
            .object({
              ...figureFields,
              credits_used: countSchema.describe('Credits charged for it, by executions and otherwise.'),
              credits_per_execution: z.number().nonnegative().nullable().describe('Mean of completed executions.'),
              percentiles: latencySchema,
            })
            .describe('Your own use of it in the period.')
            .meta({ title: 'MeasuredCapabilityFigures' }),
        })
        .meta({ title: 'MeasuredCapabilityAttributes' }),
    })
    .meta({ title: 'MeasuredCapability' }),
  ({ capability, figures, latency, charged }: MeasuredCapability, context) => {
    const shown = capabilityResource.present(capability, context);
    const { completed } = figures.executions;
    return {
      ...shown,
      attributes: {
        ...shown.attributes,
        measured: {
          ...presentFigures(figures),
          credits_used: charged,
          credits_per_execution: completed === 0 ? null : Math.round((figures.creditsUsed * 100) / completed) / 100,
          percentiles: latency,
        },
      },
    };
  },
);

/** The catalogue with measurements, unpaged. */
export const measuredCatalogue = presenter(
  z
    .object({
      data: z.array(measuredCapability.schema),
      meta: z.object({ total: countSchema.describe('Number of capabilities in `data`.') }),
    })
    .meta({ title: 'MeasuredCapabilityList' }),
  (capabilities: readonly MeasuredCapability[], context) => ({
    data: capabilities.map((capability) => measuredCapability.present(capability, context)),
    meta: { total: capabilities.length },
  }),
);
