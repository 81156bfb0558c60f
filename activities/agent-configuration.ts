import { failBatch } from '../domain/agent-configuration/steps/fail-batch.ts';
import { migrateAgents } from '../domain/agent-configuration/steps/migrate-agents.ts';
import type { Deps } from '../domain/kernel/deps.ts';
import type {
  AgentBatchMigrationActivities,
  AgentBatchMigrationTransitions,
} from '../workflows/agent-batch-migration/contract.ts';
import { activity } from './activity.ts';

/** What migrates agents. */
export function createAgentConfigurationActivities(
  deps: Deps,
): AgentBatchMigrationActivities & AgentBatchMigrationTransitions {
  return { migrateAgents: activity(deps, migrateAgents), failAgentBatch: activity(deps, failBatch) };
}
