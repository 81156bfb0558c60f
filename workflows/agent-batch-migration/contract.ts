import type { z } from 'zod';
import type { migrateAgents } from '../../domain/agent-configuration/steps/migrate-agents.ts';
import { type CommandedFlow, priorityOf } from '../commands.ts';

/** Identifies a batch of migrations. */
export type AgentBatchMigrationInput = z.input<typeof migrateAgents.input>;

/** Migrates several agents. */
export const AGENT_BATCH_MIGRATION = {
  workflow: 'agentBatchMigration',
  id: 'agent-batch-migration',
  row: 'batchId',
  command: 'agents.batch_migrate',
  start: ({ batchId, rowKey, partnerId, requestId }, publicUrl) => ({
    input: { batchId, rowKey },
    memo: { requestId, link: `${publicUrl}/api/v1/agents/audit/batch-migrate/${batchId}` },
    keywords: { MwPartnerId: String(partnerId), MwResourceId: `agent_batch_migration:${batchId}` },
    summary: `Migration of agents of partner ${partnerId}`,
    details: `Batch ${batchId}. Safe to cancel or terminate: agents that were moved stay so, and another batch moves the rest.`,
    priority: priorityOf(partnerId),
  }),
} as const satisfies CommandedFlow<'agents.batch_migrate', AgentBatchMigrationInput>;
