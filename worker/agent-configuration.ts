import { createAgentConfigurationActivities } from '../activities/agent-configuration.ts';
import { failBatch } from '../domain/agent-configuration/steps/fail-batch.ts';
import { listStaleBatches } from '../domain/agent-configuration/steps/upkeep.ts';
import { perform } from '../domain/kernel/step.ts';
import {
  AGENT_BATCH_MIGRATION_WORKFLOW,
  agentBatchMigrationWorkflowId,
} from '../workflows/agent-batch-migration/contract.ts';
import { MAIN_QUEUE } from '../workflows/queues.ts';
import type { WorkerArea } from './area.ts';

/** Batches that migrate agents. */
export const agentConfiguration: WorkerArea<'agents.batch_migrate'> = {
  activities: ({ deps }) => ({ [MAIN_QUEUE]: createAgentConfigurationActivities(deps) }),
  jobs: {
    'agents.batch_migrate': {
      refused: (deps, { batchId, rowKey }) => perform(deps, failBatch, { batchId, rowKey }),
      stale: {
        name: 'agent batch migration',
        list: listStaleBatches,
        workflowType: AGENT_BATCH_MIGRATION_WORKFLOW,
        workflowId: agentBatchMigrationWorkflowId,
        end: (deps, { id, rowKey }) => perform(deps, failBatch, { batchId: id, rowKey }),
      },
    },
  },
};
