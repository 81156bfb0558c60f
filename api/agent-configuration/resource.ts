import { z } from 'zod';
import type { Migration } from '../../domain/agent-configuration/migration.ts';
import type { CostEstimate } from '../../domain/agent-configuration/operations/estimate-cost.ts';
import type { CapabilityPreview } from '../../domain/agent-configuration/operations/preview-capability.ts';
import type { ValidatedAgent } from '../../domain/agent-configuration/operations/reads.ts';
import type { RecommendedConfiguration } from '../../domain/agent-configuration/operations/recommend-configuration.ts';
import type { ModelRecommendation } from '../../domain/agent-configuration/operations/recommend-model.ts';
import { OPTIMIZE_FOR } from '../../domain/agent-configuration/schema.ts';
import { BATCH_ITEM_STATUSES, BATCH_STATUSES, type BatchMigration } from '../../domain/agent-configuration/table.ts';
import { PARTNER_AGENT_TYPES } from '../../domain/agents/definitions.ts';
import { type AgentRevisionRow, REVISION_KINDS } from '../../domain/agents/table.ts';
import { planPresenter } from '../capabilities/resource.ts';
import { translate } from '../language/translate.ts';
import { countSchema, datetime, datetimeSchema, idSchema, resource } from '../resource.ts';

const change = z
  .object({
    field: z.string().describe('Such as `settings.tone` or `prompts.write`.'),
    from: z.unknown().describe('Value before; null if there was none.'),
    to: z.unknown().describe('Value afterwards; null if there is none.'),
  })
  .meta({ title: 'AgentChange' });
const finding = z
  .object({
    field: z.string().describe('Field concerned, such as `model` or `settings.tone`.'),
    message: z.string().describe('The problem, as a sentence for people.'),
  })
  .meta({ title: 'AgentFinding' });
const version = z.int().positive();

/** An entry of an agent's history; the id combines the agent's id and the revision number. */
export const revisionResource = resource({
  type: 'agent_revision',
  id: z.string(),
  attributes: {
    revision: z.int().positive().describe('Number of the revision, from 1 for the new agent.'),
    kind: z
      .enum(REVISION_KINDS)
      .describe('`updated`: fields were changed; `migrated`, `rolled_back`: the version of its definition changed.'),
    from_version: version.nullable().describe('null if the agent was new.'),
    to_version: version.describe('The same if the definition did not change.'),
    changes: z.array(change).describe('The changes; empty if the agent was new.'),
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
    valid: z.boolean().describe('Whether there are no errors; there may be warnings.'),
    errors: z.array(finding).describe('Problems that prevent the agent from working as configured.'),
    warnings: z.array(finding).describe('Problems that may make the agent work other than you expect.'),
    earlier_versions: z
      .array(version)
      .describe('Earlier versions of the agent below its present one, to which it can be rolled back; newest first.'),
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
    from_version: version.describe('Previous version of the definition.'),
    to_version: version.describe('Present version; equal to the previous one if no move was needed.'),
    changed: z.boolean().describe('Whether the version changed.'),
    changes: z.array(change).describe("What changes in the agent's work."),
  },
  present: ({ agent_id }: Migration) => ({
    id: agent_id,
  }),
});

/** A batch of migrations. */
export const batchResource = resource({
  type: 'batch_migration',
  attributes: {
    status: z
      .enum(BATCH_STATUSES)
      .describe(
        '`completed`: all agents were tried; `failed`: the batch was stopped early, and the rest stays `pending`.',
      ),
    dry_run: z.boolean().describe('Whether it only shows what would change.'),
    total: countSchema.describe('Number of agents in the batch.'),
    done: countSchema.describe('Agents that were migrated or already up to date.'),
    failed: countSchema.describe('Agents that could not be migrated.'),
    results: z
      .array(
        z.object({
          agent_id: idSchema.describe('The agent.'),
          status: z
            .enum(BATCH_ITEM_STATUSES)
            .describe(
              '`migrated`: moved to the newest version (with `dry_run`, would be); `unchanged`: already had it.',
            ),
          from_version: version.nullable().describe('Previous version of the definition; null if `pending` or failed.'),
          to_version: version.nullable().describe('Newest version of its type; null if `pending` or failed.'),
          changes: z.array(change).describe('What changes with that version.'),
          error: z.string().nullable(),
        }),
      )
      .describe('Result for each agent, by id.'),
    created_at: datetimeSchema,
    completed_at: datetimeSchema.nullable().describe('When it ended; null while it is running.'),
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
    model: z.string().describe('Model of the first step that calls the AI.'),
    instructions: z.string().describe('Instructions of the first step that calls the AI.'),
    prompt: z.string().describe('Prompt of that step.'),
    plan: planPresenter.schema.describe("The capability's default plan; an execution may have more steps."),
    estimated_credits: countSchema.describe('Price of an execution with these settings, in credits.'),
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
    quantity: z.int().positive().describe('Number of runs that the credits cover.'),
    estimated_credits: countSchema.describe('Credits of all runs according to the price table.'),
    low: countSchema.describe('10th percentile of the credits of your executions, or the price table if that is less.'),
    high: countSchema.describe(
      '90th percentile of the credits of your executions, or the price table if that is more.',
    ),
    basis: z.string().describe('Basis of the figures.'),
    executions: countSchema.describe('Number of completed executions considered; 0 if there is no history.'),
  },
  present: ({ capability, ...attributes }: CostEstimate) => ({ id: capability, attributes }),
});

const ranked = z
  .object({
    model: z.string().describe('Name of the model, as agents take it.'),
    cost_per_call: z.string().nullable().describe('In US dollars at list price; null if the model has no price.'),
    median_latency_ms: countSchema.nullable().describe('null if it was not measured.'),
    success_rate: z.number().min(0).max(1).nullable().describe('null if it was not measured.'),
    calls: countSchema.describe('Number of your measured calls for the capability in the last 90 days.'),
    basis: z.string().describe('Basis of the figures.'),
  })
  .meta({ title: 'RankedModel' });

/** Recommended models for a capability; the id is its slug. */
export const modelRecommendationResource = resource({
  type: 'model_recommendation',
  id: z.string(),
  attributes: {
    optimize_for: z.enum(OPTIMIZE_FOR).describe('What the ranking optimizes for.'),
    recommended: ranked.describe('The best match.'),
    alternatives: z.array(ranked).describe('The other available models, best first.'),
  },
  present: ({ capability, ...attributes }: ModelRecommendation) => ({ id: capability, attributes }),
});

/** A recommended configuration for a use case. */
export const recommendationResource = resource({
  type: 'agent_recommendation',
  id: z.string(),
  attributes: {
    agent_type: z.enum(PARTNER_AGENT_TYPES).describe('Type of the agent to create.'),
    model: z.string().nullable().describe('null means the configured model.'),
    capabilities: z.array(z.string()).describe('Slugs of the capabilities that it should execute, most useful first.'),
    settings: z
      .record(z.string(), z.unknown())
      .describe('Settings of the agent: `tone` and `audience`, if they should be fixed.'),
    estimated_credits: countSchema.describe('Total for one run of each capability.'),
    reasons: z
      .array(z.string())
      .describe('Reasons for the choices, and what exceeds the budget, as sentences for people.'),
  },
  present: ({ id, ...attributes }: RecommendedConfiguration) => ({ attributes }),
});
