import type { PartnerRow } from './table.ts';

/** A partner with the balance and the debt of its account. */
export type Partner = PartnerRow & { credit_balance: number; credit_debt: number };
