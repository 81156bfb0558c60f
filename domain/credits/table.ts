import {
  bigint,
  boolean,
  date,
  identity,
  oneOf,
  type Row,
  table,
  timestamp,
  varchar,
} from '../../infra/database/table.ts';
import { BOOKS } from '../kernel/books.ts';
import { COUNTED_CALLERS } from '../kernel/callers.ts';

/** Kinds of entries in the ledger; an entry is unique by partner, reference and kind. */
export const CREDIT_KINDS = ['grant', 'purchase', 'hold', 'capture', 'release', 'adjustment'] as const;
export type CreditKind = (typeof CREDIT_KINDS)[number];

/** A partner's credits; `balance` includes held ones. */
export const creditAccountTable = table(
  'credit_account',
  {
    partner_id: bigint().key(),
    balance: bigint().default(0),
    held: bigint().default(0),
    /** Debt: credits to take back that were spent or held; later releases and grants pay it. */
    debt: bigint().default(0),
    /** The partner is warned when its balance falls below this; null: a fifth of `filled_to`. */
    low_threshold: bigint().nullable(),
    /** Balance after the last grant or purchase. */
    filled_to: bigint().default(0),
    /** The balance is below the threshold, and the partner has been warned. */
    is_low: boolean().default(false),
    /** The credits are used up, and the partner was notified. */
    is_exhausted: boolean().default(false),
  },
  { because: 'One row for each partner.' },
  { personal: [], kept: BOOKS },
);
export type CreditAccountRow = Row<typeof creditAccountTable>;

/** An immutable line of the ledger; unique by partner, reference and kind. */
export const creditEntryTable = table(
  'credit_entry',
  {
    id: identity(),
    partner_id: bigint(),
    kind: oneOf(CREDIT_KINDS, 12),
    amount: bigint(),
    reference: varchar(120),
    lineage_id: bigint().nullable(),
    capability: varchar(64).nullable(),
    reason: varchar(255).nullable(),
    /** Whose work it is; null: the service's, or an entry of a release before. */
    caller_kind: oneOf(COUNTED_CALLERS, 12).nullable(),
    caller_id: bigint().nullable(),
    /** UTC day, `YYYY-MM-DD`; of captures and releases the day of the hold. */
    day: date(),
    created_at: timestamp(),
  },
  { because: 'Accounting records are kept.' },
  {
    personal: ['text', 'activity'],
    kept: BOOKS,
    people: { by: 'caller_id', where: "caller_kind = 'user'", erased: 'kept' },
  },
);
export type CreditEntryRow = Row<typeof creditEntryTable>;

/** Credits held and captured through a key (and those it was rotated from) on a UTC day. */
export const creditKeyDayTable = table(
  'credit_key_day',
  {
    lineage_id: bigint().key(),
    day: date().key(),
    used: bigint(),
  },
  { because: 'A row for each key and day of use.' },
  { personal: [], of: [{ to: 'partner_key', by: 'lineage_id' }], kept: BOOKS },
);
export type CreditKeyDayRow = Row<typeof creditKeyDayTable>;

/** Credits captured through a capability on a UTC day. A trigger adds each capture. */
export const creditCapabilityDayTable = table(
  'credit_capability_day',
  {
    partner_id: bigint().key(),
    day: date().key(),
    capability: varchar(64).key(),
    used: bigint(),
  },
  { because: 'A row for each day and category, whatever happens on it.' },
  { personal: [], kept: BOOKS },
);

/** Captured credits of a caller on a UTC day. A trigger adds them up as they are captured. */
export const creditCallerDayTable = table(
  'credit_caller_day',
  {
    partner_id: bigint().key(),
    day: date().key(),
    caller_kind: oneOf(COUNTED_CALLERS, 12).key(),
    caller_id: bigint().key(),
    used: bigint(),
  },
  { because: 'A row for each caller and day of use.' },
  { personal: ['activity'], kept: BOOKS, people: { by: 'caller_id', where: "caller_kind = 'user'", erased: 'kept' } },
);

/** A request that holds credits while the AI answers; deleted with its hold. One that has expired lost its process. */
export const paidRequestTable = table(
  'paid_request',
  {
    id: identity(),
    partner_id: bigint(),
    /** Reference of the hold in the ledger. */
    reference: varchar(120),
    /** By the database's clock. */
    expires_at: timestamp(),
  },
  { because: 'Deleted with its hold; housekeeping takes what has expired.' },
  { personal: [] },
);
export type PaidRequestRow = Row<typeof paidRequestTable>;
