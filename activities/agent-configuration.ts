import { listStaleBatches } from '../domain/agent-configuration/steps/housekeeping.ts';
import { failBatch, migrateAgents } from '../domain/agent-configuration/steps/migrate-agents.ts';
import { perform } from '../domain/kernel/step.ts';
import { AGENT_BATCH_MIGRATION } from '../workflows/agent-batch-migration/contract.ts';
import type { Activities, Flow } from './flow.ts';

/** Batches that migrate agents. */
export const agentBatchMigration = {
  contract: AGENT_BATCH_MIGRATION,
  steps: { transitions: { failAgentBatch: failBatch }, main: { migrateAgents } },
  owner: {
    name: 'agent batch migration',
    stale: listStaleBatches,
    end: (deps, batch) => perform(deps, failBatch, batch),
  },
} as const satisfies Flow<typeof AGENT_BATCH_MIGRATION>;

export type AgentBatchMigrationSteps = Activities<typeof agentBatchMigration>;
