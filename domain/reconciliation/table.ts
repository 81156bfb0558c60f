import { bigint, identity, json, type Row, table, timestamp } from '../../infra/database/table.ts';
import type { Finding } from './rules.ts';

/** A comparison of the books, over slices of partners. */
export const reconciliationRunTable = table(
  'reconciliation_run',
  {
    id: identity(),
    started_at: timestamp(),
    /** null while it runs, or when it was stopped. */
    completed_at: timestamp().nullable(),
    /** The last partner that it has compared. */
    last_partner_id: bigint().default(0),
    /** Rows that disagree. */
    differences: bigint().default(0),
    /** Work not done yet, such as orders without an invoice. */
    pending: bigint().default(0),
    /** The first rows of each kind. */
    found: json<Finding[]>(),
  },
  { since: 'started_at', days: 400, setting: 'RETENTION_RECONCILIATION_DAYS' },
  { personal: [], nobody: 'Numbers of records and sums that disagree.' },
);
export type ReconciliationRunRow = Row<typeof reconciliationRunTable>;
