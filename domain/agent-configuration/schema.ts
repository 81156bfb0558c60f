import { z } from 'zod';
import { modelName, modelsByCapability } from '../agents/schema.ts';
import type { AgentRow } from '../agents/table.ts';
import { changeableAgent, ownAgent } from '../agents/target.ts';
import { capabilitySlug } from '../capabilities/request.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { ownedBy } from '../kernel/ownership.ts';
import { integer, jsonObject, looseText, recordId } from '../kernel/schema.ts';
import { findBatch } from './batch-store.ts';
import type { BatchMigration } from './table.ts';

/** Maximum agents in a batch. */
const MAX_BATCH = 100;
/** Maximum runs in an estimate. */
const MAX_QUANTITY = 10_000;
const MAX_USE_CASE = 4_000;

export const rollBackBody = z.object({
  to_version: integer(1, 1_000)
    .optional()
    .describe('An earlier version of the agent; defaults to the last one below its present one.'),
});

export const capabilityModelsBody = z.object({
  models: modelsByCapability(modelName.nullable()).describe('Merged into the present ones; null removes one.'),
});

export const batchMigrateBody = z.object({
  agent_ids: z
    .array(recordId)
    .min(1)
    .max(MAX_BATCH)
    .refine((ids) => new Set(ids).size === ids.length, 'Must not name an agent twice.')
    .meta({ uniqueItems: true })
    .optional()
    .describe('Agents to migrate; defaults to all of the partner.'),
  dry_run: z.boolean().default(false).describe('Shows what would change without changing anything.'),
});

export const previewBody = z.object({
  capability: capabilitySlug,
  settings: jsonObject().prefault({}).describe('Settings of the capability.'),
});

export const estimateBody = z.object({
  capability: capabilitySlug,
  settings: jsonObject().optional().describe('Settings of the capability, which may affect its price.'),
  quantity: integer(1, MAX_QUANTITY).default(1).describe('Number of runs.'),
  model: modelName.optional().describe('Model to use; its cost is part of the price.'),
});

/** Criteria for the ranking of models. */
export const OPTIMIZE_FOR = ['cost', 'quality', 'speed'] as const;

export const modelRecommendationBody = z.object({
  capability: capabilitySlug,
  optimize_for: z.enum(OPTIMIZE_FOR).default('quality').describe('What to optimize for.'),
});

/** `use_case` may be blank, which is a failed precondition. */
export const recommendConfigurationBody = z.object({
  use_case: looseText(MAX_USE_CASE).describe('Intended use of the agent.'),
  budget_credits: integer(1, 1_000_000).optional().describe('Budget for one run of all its capabilities together.'),
});

export const auditedAgentParams = z.object({ agent: recordId.describe('Id of an agent.') });

/** An agent of the caller or of the platform. */
export function auditedAgent(deps: Deps, call: Call, { agent }: { agent: number }): Promise<AgentRow> {
  return ownAgent(deps, call, { id: agent });
}

/** An agent that the caller may change. */
export function configurableAgent(deps: Deps, call: Call, { agent }: { agent: number }): Promise<AgentRow> {
  return changeableAgent(deps, call, { id: agent });
}

export const batchParams = z.object({ job: recordId.describe('Id of a batch of migrations.') });

/** A batch of the caller; 404 when there is none, 403 when it is another partner's. */
export async function ownBatch(deps: Deps, call: Call, { job }: { job: number }): Promise<BatchMigration> {
  return ownedBy(call, 'Batch', await findBatch(deps.db, job), ({ batch }) => batch.partner_id);
}
