import type { PartnerRow } from './table.ts';

/** A partner with the balance of its account. */
export type Partner = PartnerRow & { credit_balance: number };
