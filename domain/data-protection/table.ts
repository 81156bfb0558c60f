import { bigint, identity, json, oneOf, type Row, table, timestamp } from '../../infra/database/table.ts';

/** Whose data an export or an erasure is about. */
export const SUBJECTS = ['partner', 'user'] as const;

/** A request to erase a partner's or a user's data, with the rows that were deleted or cleared by table. */
export const erasureTable = table(
  'erasure',
  {
    id: identity(),
    subject: oneOf(SUBJECTS, 8),
    partner_id: bigint(),
    /** null: the whole partner. */
    user_id: bigint().nullable(),
    rows: json<Record<string, number>>(),
    started_at: timestamp(),
    /** null while something may be left. */
    completed_at: timestamp().nullable(),
  },
  { because: 'Evidence of what was erased.' },
  { personal: [], kept: { because: 'Evidence of what was erased.' } },
);
export type ErasureRow = Row<typeof erasureTable>;
