import type { AgentBatchMigrationItemRow, AgentBatchMigrationRow } from './table.ts';

declare module '../kernel/command.ts' {
  interface Commands {
    'agents.batch_migrate': { batchId: number; rowKey: string; partnerId: number; requestId: string };
  }
}

/** A batch with what has become of each of its agents. */
export interface BatchMigration {
  batch: AgentBatchMigrationRow;
  items: AgentBatchMigrationItemRow[];
}
