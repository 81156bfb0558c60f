import type { AgentBatchMigrationItemRow, AgentBatchMigrationRow } from './table.ts';

declare module '../kernel/command.ts' {
  interface Commands {
    'agents.batch_migrate': { batchId: number; rowKey: string; partnerId: number; requestId: string };
  }
}

/** A batch with the state of each agent. */
export interface BatchMigration {
  batch: AgentBatchMigrationRow;
  items: AgentBatchMigrationItemRow[];
}
