import { type EngineCommands, priorityOf } from '../commands.ts';
import { MAIN_QUEUE } from '../queues.ts';

/** Name of the workflow that migrates several agents. */
export const AGENT_BATCH_MIGRATION_WORKFLOW = 'agentBatchMigration';

/** Its id; unique for the life of the database. */
export function agentBatchMigrationWorkflowId(batchId: number): string {
  return `agent-batch-migration-${batchId}`;
}

/** Which batch. */
export interface AgentBatchReference {
  batchId: number;
  rowKey: string;
}

/** What the flow does. */
export interface AgentBatchMigrationActivities {
  /** Moves the next agents; `done` with the last of them, which ends the batch. */
  migrateAgents(input: AgentBatchReference): Promise<{ done: boolean; finished: number; total: number }>;
}

/** How the batch ends where its run does not end it. */
export interface AgentBatchMigrationTransitions {
  failAgentBatch(input: AgentBatchReference): Promise<boolean>;
}

/** What the command becomes on the engine. */
export const agentBatchMigrationCommands: EngineCommands<'agents.batch_migrate'> = {
  'agents.batch_migrate': ({ batchId, rowKey, partnerId, requestId }, publicUrl) => ({
    action: 'start',
    workflowType: AGENT_BATCH_MIGRATION_WORKFLOW,
    workflowId: agentBatchMigrationWorkflowId(batchId),
    taskQueue: MAIN_QUEUE,
    args: [{ batchId, rowKey }],
    rowKey,
    memo: { requestId, link: `${publicUrl}/api/v1/agents/audit/batch-migrate/${batchId}` },
    keywords: { MwPartnerId: String(partnerId), MwResourceId: `agent_batch_migration:${batchId}` },
    summary: `Migration of agents of partner ${partnerId}`,
    details: `Batch ${batchId}. Safe to cancel or terminate: agents that were moved stay so, and another batch moves the rest.`,
    priority: priorityOf(partnerId),
  }),
};
