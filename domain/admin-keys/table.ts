import { boolean, bytes, identity, integer, type Row, table, timestamp, varchar } from '../../infra/database/table.ts';

/** Keys of administrators; only their SHA-256 is stored. */
export const adminKeyTable = table(
  'admin_key',
  {
    id: identity(),
    name: varchar(255),
    key_hash: bytes(),
    prefix: varchar(12),
    is_active: boolean().default(true),
    created_at: timestamp(),
    version: integer().default(1),
  },
  { because: 'A row for each key that operators make.' },
  { personal: ['contact', 'credential'], nobody: 'Keys of the operator’s own staff.', secret: ['key_hash'] },
);
export type AdminKeyRow = Row<typeof adminKeyTable>;
