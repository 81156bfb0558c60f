import { bigint, boolean, identity, json, type Row, table, timestamp, varchar } from '../../infra/database/table.ts';

/** A filter of a list at the console, which a person keeps under a name. */
export const savedFilterTable = table(
  'saved_filter',
  {
    id: identity(),
    user_id: bigint(),
    name: varchar(80),
    /** Address pattern of the list, such as `/executions`. */
    view: varchar(64),
    /** Parameters of the address. */
    query: json<Record<string, string>>(),
    /** The list opens with it; at most one for each person and list. */
    is_default: boolean(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { because: 'At most 50 for each person, unless the operator allows more.' },
  {
    personal: ['text'],
    of: [{ to: 'app_user', by: 'user_id' }],
    people: { by: 'user_id', erased: 'deleted' },
  },
);
export type SavedFilterRow = Row<typeof savedFilterTable>;
