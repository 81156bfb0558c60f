import { z } from 'zod';
import type { Migration } from '../../domain/agent-configuration/migration.ts';
import type { CostEstimate } from '../../domain/agent-configuration/operations/estimate-cost.ts';
import type { CapabilityPreview } from '../../domain/agent-configuration/operations/preview-capability.ts';
import type { ValidatedAgent } from '../../domain/agent-configuration/operations/reads.ts';
import type { RecommendedConfiguration } from '../../domain/agent-configuration/operations/recommend-configuration.ts';
import type { ModelRecommendation } from '../../domain/agent-configuration/operations/recommend-model.ts';
import { BATCH_ITEM_STATUSES, BATCH_STATUSES, type BatchMigration } from '../../domain/agent-configuration/table.ts';
import { type AgentRevisionRow, REVISION_KINDS } from '../../domain/agents/table.ts';
import { planPresenter } from '../capabilities/resource.ts';
import { translate } from '../language/translate.ts';
import { countSchema, datetime, datetimeSchema, idSchema, resource } from '../resource.ts';

const change = z
  .object({
    field: z.string().describe('Such as `settings.tone` or `prompts.write`.'),
    from: z.unknown(),
    to: z.unknown(),
  })
  .meta({ title: 'AgentChange' });
const finding = z.object({ field: z.string(), message: z.string() }).meta({ title: 'AgentFinding' });
const version = z.int().positive();

/** An entry of an agent's history; the id combines the agent's id and the revision number. */
export const revisionResource = resource({
  type: 'agent_revision',
  id: z.string(),
  attributes: {
    revision: z.int().positive(),
    kind: z.enum(REVISION_KINDS),
    from_version: version.nullable().describe('null: the agent was new.'),
    to_version: version.describe('The same where the definition did not change.'),
    changes: z.array(change),
    actor: z.string().describe('Such as `partner_key:7`.'),
    created_at: datetimeSchema,
  },
  present: ({ agent_id, revision }: AgentRevisionRow) => ({
    id: `${agent_id}-${revision}`,
  }),
});

/** The validation of an agent's configuration; the id is the agent's. */
export const validationResource = resource({
  type: 'agent_validation',
  attributes: {
    valid: z.boolean(),
    errors: z.array(finding).describe('With these the agent does not work as it is configured.'),
    warnings: z.array(finding),
    earlier_versions: z
      .array(version)
      .describe('Versions below its present one that the agent was at, to which it can be rolled back; newest first.'),
  },
  present: ({ agentId, errors, warnings, earlierVersions }: ValidatedAgent, { language }) => ({
    id: agentId,
    attributes: {
      valid: errors.length === 0,
      errors: errors.map(({ field, message }) => ({ field, message: translate(message, language) })),
      warnings: warnings.map(({ field, message }) => ({ field, message: translate(message, language) })),
      earlier_versions: earlierVersions,
    },
  }),
});

/** The result of migrating an agent to another version; the id is the agent's. */
export const migrationResource = resource({
  type: 'agent_migration',
  attributes: {
    from_version: version,
    to_version: version,
    changed: z.boolean(),
    changes: z.array(change).describe('What the agent does otherwise from now on.'),
  },
  present: ({ agent_id }: Migration) => ({
    id: agent_id,
  }),
});

/** A batch of migrations. */
export const batchResource = resource({
  type: 'batch_migration',
  attributes: {
    status: z.enum(BATCH_STATUSES),
    dry_run: z.boolean(),
    total: countSchema.describe('Agents of the batch.'),
    done: countSchema.describe('Agents that were migrated, or had no need of it.'),
    failed: countSchema.describe('Agents that could not be migrated.'),
    results: z.array(
      z.object({
        agent_id: idSchema,
        status: z.enum(BATCH_ITEM_STATUSES),
        from_version: version.nullable(),
        to_version: version.nullable(),
        changes: z.array(change),
        error: z.string().nullable(),
      }),
    ),
    created_at: datetimeSchema,
    completed_at: datetimeSchema.nullable(),
  },
  links: { self: z.string() },
  present: ({ batch, items }: BatchMigration) => ({
    id: batch.id,
    attributes: {
      status: batch.status,
      dry_run: batch.dry_run,
      total: items.length,
      done: items.filter(({ status }) => status === 'migrated' || status === 'unchanged').length,
      failed: items.filter(({ status }) => status === 'failed').length,
      results: items.map(({ agent_id, status, from_version, to_version, changes, error }) => ({
        agent_id,
        status,
        from_version,
        to_version,
        changes,
        error,
      })),
      created_at: datetime(batch.created_at),
      completed_at: datetime(batch.completed_at),
    },
    links: { self: batchPath(batch.id) },
  }),
});

/** Path of a batch. */
export function batchPath(id: number): string {
  return `/api/v1/agents/audit/batch-migrate/${id}`;
}

/** The prompts that an agent would get; the id is the capability's slug. */
export const previewResource = resource({
  type: 'capability_preview',
  id: z.string(),
  attributes: {
    model: z.string(),
    instructions: z.string().describe('Instructions of the first step that asks the AI.'),
    prompt: z.string().describe('What that step asks.'),
    plan: planPresenter.schema,
    estimated_credits: countSchema,
  },
  present: ({ capability, plan, ...preview }: CapabilityPreview, context) => ({
    id: capability,
    attributes: { ...preview, plan: planPresenter.present(plan, context) },
  }),
});

/** The estimated cost of a capability; the id is its slug. */
export const estimateResource = resource({
  type: 'cost_estimate',
  id: z.string(),
  attributes: {
    quantity: z.int().positive(),
    estimated_credits: countSchema,
    low: countSchema,
    high: countSchema,
    basis: z.string().describe('What the figures rest on.'),
    executions: countSchema.describe('Completed executions that were looked at; 0: there is no history.'),
  },
  present: ({ capability, ...attributes }: CostEstimate) => ({ id: capability, attributes }),
});

const ranked = z
  .object({
    model: z.string(),
    cost_per_call: z.string().nullable().describe('US dollars at list price; null where the model has no price.'),
    median_latency_ms: countSchema.nullable().describe('null: it was not measured.'),
    success_rate: z.number().min(0).max(1).nullable().describe('null: it was not measured.'),
    calls: countSchema,
    basis: z.string().describe('What the figures rest on.'),
  })
  .meta({ title: 'RankedModel' });

/** Recommended models for a capability; the id is its slug. */
export const modelRecommendationResource = resource({
  type: 'model_recommendation',
  id: z.string(),
  attributes: { optimize_for: z.string(), recommended: ranked, alternatives: z.array(ranked) },
  present: ({ capability, ...attributes }: ModelRecommendation) => ({ id: capability, attributes }),
});

/** A recommended configuration for a use case. */
export const recommendationResource = resource({
  type: 'agent_recommendation',
  id: z.string(),
  attributes: {
    agent_type: z.string(),
    model: z.string().nullable().describe('null stands for the configured model.'),
    capabilities: z.array(z.string()),
    settings: z.record(z.string(), z.unknown()),
    estimated_credits: countSchema.describe('Of one run of each capability.'),
    reasons: z.array(z.string()),
  },
  present: ({ id, ...attributes }: RecommendedConfiguration) => ({ attributes }),
});
