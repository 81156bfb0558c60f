import {
  bigint,
  date,
  identity,
  integer,
  oneOf,
  type Row,
  table,
  timestamp,
  varchar,
} from '../../infra/database/table.ts';
import { COUNTED_CALLERS } from '../kernel/callers.ts';

/** Requests of a caller on a UTC day. */
export const callerDayTable = table(
  'caller_day',
  {
    id: identity(),
    partner_id: bigint(),
    day: date(),
    caller_kind: oneOf(COUNTED_CALLERS, 12),
    /** Number of the user or client, or of the first key of a chain of rotations. */
    caller_id: bigint(),
    requests: bigint(),
    /** Of these, how many were answered with 400 or more; refusals by limits and addresses count here only. */
    errors: bigint(),
  },
  { since: 'day', days: 400 },
  { personal: ['activity'], people: { by: 'caller_id', where: "caller_kind = 'user'", erased: 'deleted' } },
);
export type CallerDayRow = Row<typeof callerDayTable>;

/** How long errors of keys are kept, days. */
const ERROR_DAYS = 7;

/** A request of a key that failed: what is needed to find out why, and nothing that was sent. */
export const keyErrorTable = table(
  'key_error',
  {
    id: identity(),
    partner_id: bigint(),
    key_id: bigint(),
    status: integer(),
    code: varchar(64),
    method: varchar(8),
    /** Pattern of the path, without identifiers. */
    route: varchar(200),
    request_id: varchar(64),
    created_at: timestamp(),
  },
  { since: 'created_at', days: ERROR_DAYS },
  { personal: ['activity'] },
);
export type KeyErrorRow = Row<typeof keyErrorTable>;
