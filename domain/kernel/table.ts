import { bigint, identity, integer, json, type Row, table, timestamp, varchar } from '../../infra/database/table.ts';

/** Retention of parked commands, for staff to inspect, days. */
const PARKED_COMMAND_DAYS = 30;

/** A command for the workflow engine, committed together with the change that needs it. */
export const outboxTable = table(
  'outbox',
  {
    id: identity(),
    kind: varchar(64),
    command: json<{ kind: string }>(),
    available_at: timestamp().default(() => "clock_timestamp() + interval '2 seconds'"),
    attempts: integer().default(0),
    parked_at: timestamp().nullable(),
    last_error: varchar(500).nullable(),
    created_at: timestamp(),
  },
  { since: 'parked_at', days: PARKED_COMMAND_DAYS },
);
export type OutboxRow = Row<typeof outboxTable>;

/** Something that happened to a partner's records; the id is `evt_` + ULID. */
export const platformEventTable = table(
  'platform_event',
  {
    id: varchar(30).key(),
    partner_id: bigint(),
    type: varchar(64),
    data: json<Record<string, unknown>>(),
    occurred_at: timestamp(),
  },
  { since: 'occurred_at', days: 30, setting: 'RETENTION_PLATFORM_EVENT_DAYS' },
);
export type PlatformEventRow = Row<typeof platformEventTable>;
