import { EntitySchema } from 'typeorm';
import { bigint, date, defaulting, id, key, nullable, timestamp, varchar } from './columns.ts';

/** What a partner has, in credits; `balance` includes what is held. */
export interface CreditAccountRow {
  partner_id: number;
  balance: number;
  held: number;
}

export const CreditAccountEntity = new EntitySchema<CreditAccountRow>({
  name: 'credit_account',
  columns: { partner_id: key(bigint), balance: defaulting(bigint, 0), held: defaulting(bigint, 0) },
});

export type CreditKind = 'grant' | 'purchase' | 'hold' | 'capture' | 'release' | 'adjustment';

/** An immutable line of the ledger; unique by partner, reference and kind. */
export interface CreditEntryRow {
  id: number;
  partner_id: number;
  kind: CreditKind;
  amount: number;
  reference: string;
  lineage_id: number | null;
  capability: string | null;
  reason: string | null;
  /** UTC day, `YYYY-MM-DD`; of captures and releases the day of the hold. */
  day: string;
  created_at: Date;
}

export const CreditEntryEntity = new EntitySchema<CreditEntryRow>({
  name: 'credit_entry',
  columns: {
    id,
    partner_id: bigint,
    kind: varchar(12),
    amount: bigint,
    reference: varchar(120),
    lineage_id: nullable(bigint),
    capability: nullable(varchar(64)),
    reason: nullable(varchar(255)),
    day: date,
    created_at: timestamp,
  },
});

/** Credits held and captured through a key (and those it was rotated from) on a UTC day. */
export interface CreditKeyDayRow {
  lineage_id: number;
  day: string;
  used: number;
}

export const CreditKeyDayEntity = new EntitySchema<CreditKeyDayRow>({
  name: 'credit_key_day',
  columns: { lineage_id: key(bigint), day: key(date), used: bigint },
});
