import {
  bigint,
  boolean,
  identity,
  integer,
  json,
  oneOf,
  type Row,
  table,
  timestamp,
  uuid,
  varchar,
} from '../../infra/database/table.ts';
import type { AgentChange } from '../agents/table.ts';

/** `failed`: the workflow run was lost and some agents were not reached. */
export const BATCH_STATUSES = ['running', 'completed', 'failed'] as const;
/** States of one agent in a batch. */
export const BATCH_ITEM_STATUSES = ['pending', 'migrated', 'unchanged', 'failed'] as const;

/** A request to migrate several agents. */
export const agentBatchMigrationTable = table(
  'agent_batch_migration',
  {
    id: identity(),
    row_key: uuid(),
    partner_id: bigint(),
    status: oneOf(BATCH_STATUSES, 12).default('running'),
    /** Only reports what a migration would change. */
    dry_run: boolean(),
    /** Who requested it, as agent revisions name them. */
    actor: varchar(120),
    created_at: timestamp(),
    completed_at: timestamp().nullable(),
    updated_at: timestamp(),
  },
  { since: 'completed_at', days: 400, setting: 'RETENTION_AGENT_BATCH_DAYS' },
  { personal: ['activity'] },
);
export type AgentBatchMigrationRow = Row<typeof agentBatchMigrationTable>;

/** An agent of a batch. */
export const agentBatchMigrationItemTable = table(
  'agent_batch_migration_item',
  {
    batch_id: bigint().key(),
    agent_id: bigint().key(),
    status: oneOf(BATCH_ITEM_STATUSES, 12).default('pending'),
    from_version: integer().nullable(),
    to_version: integer().nullable(),
    changes: json<AgentChange[]>().default(() => "'[]'"),
    /** A message for the partner. */
    error: varchar(500).nullable(),
    completed_at: timestamp().nullable(),
  },
  { with: 'agent_batch_migration' },
  { personal: ['text'], of: [{ to: 'agent_batch_migration', by: 'batch_id' }] },
);
export type AgentBatchMigrationItemRow = Row<typeof agentBatchMigrationItemTable>;

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
