import { bigint, json, type Row, table, timestamp, varchar } from '../../infra/database/table.ts';

/** Something that happened to a partner's records; the id is `evt_` + ULID. */
export const platformEventTable = table(
  'platform_event',
  {
    id: varchar(30).key(),
    partner_id: bigint(),
    type: varchar(64),
    data: json<Record<string, unknown>>(),
    occurred_at: timestamp(),
    /** The span that published it, where tracing is on. */
    traceparent: varchar(55).nullable(),
  },
  { since: 'occurred_at', days: 30, setting: 'RETENTION_PLATFORM_EVENT_DAYS' },
  { personal: ['text'] },
);
export type PlatformEventRow = Row<typeof platformEventTable>;
