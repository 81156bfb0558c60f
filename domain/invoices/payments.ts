import { sumOf } from './lines.ts';
import type { InvoicePaymentRow } from './table.ts';

/** Money that was received for an invoice, or given back of it, as its payment gateway reports it so far. */
export interface Movement {
  kind: InvoicePaymentRow['kind'];
  /** The gateway's name of the payment, refund or dispute. */
  reference: string | null;
  /** Minor units, above 0 whichever way the money went. */
  amountMinor: number;
  /** The gateway's time. */
  at: Date;
}

/** All movements of an invoice's money that its gateway has reported. */
export interface ReportedMovements {
  gateway: InvoicePaymentRow['gateway'];
  movements: readonly Movement[];
  /** The gateway's time of what takes earlier movements back. */
  correctedAt: Date;
}

/** What rows of one kind, reference and time at the gateway add up to, signed, minor units. */
export type RecordedSum = Pick<InvoicePaymentRow, 'kind' | 'reference' | 'amount_minor' | 'received_at'>;

/** A row to add, without what is the same in all of them. */
export type NewMovement = Pick<InvoicePaymentRow, 'kind' | 'reference' | 'amount_minor' | 'received_at'>;

const SIGNS = { payment: 1, refund: -1, dispute: -1 } as const satisfies Record<Movement['kind'], number>;
const KINDS = Object.keys(SIGNS) as Movement['kind'][];

/**
 * The rows to add so that those of each kind come to what is reported now; what was received first, so that the balance
 * is never below 0. Events that report the same money under another name add nothing.
 */
export function missingMovements(reported: ReportedMovements, recorded: readonly RecordedSum[]): NewMovement[] {
  const missing = KINDS.flatMap((kind) => missingOfKind(kind, reported, recorded));
  return missing.sort((a, b) => Math.sign(b.amount_minor) - Math.sign(a.amount_minor) || timeOf(a) - timeOf(b));
}

function timeOf({ received_at }: NewMovement): number {
  return received_at?.getTime() ?? 0;
}

function missingOfKind(
  kind: Movement['kind'],
  { movements, correctedAt }: ReportedMovements,
  recorded: readonly RecordedSum[],
): NewMovement[] {
  const sign = SIGNS[kind];
  const rows = recorded.filter((sum) => sum.kind === kind);
  const before = sign * sumOf(rows.map(({ amount_minor }) => amount_minor));
  const inOrder = movements.filter((one) => one.kind === kind).sort((a, b) => a.at.getTime() - b.at.getTime());
  const left = sumsBy(rows, sign, nameOf);
  // Payments may share a name; of these, the one of the same time is the same one.
  const exact = sumsBy(rows, sign, (row) => placeOf(row, row.received_at));
  const others = inOrder.map((movement) => less(movement, left, exact.get(placeOf(movement, movement.at)) ?? 0));
  const open = others.map((movement) => less(movement, left));
  const difference = sumOf(inOrder.map(({ amountMinor }) => amountMinor)) - before;
  const surplus = [...left].map(([reference, amountMinor]) => ({ kind, reference, amountMinor, at: correctedAt }));
  const taken = difference > 0 ? takeLast(open, difference) : takeLast(surplus, -difference);
  return taken.map(({ reference, amountMinor, at }) => ({
    kind,
    reference,
    amount_minor: sign * Math.sign(difference) * amountMinor,
    received_at: at,
  }));
}

/** A movement without what is known of its name, of which that much is no longer left. */
function less(movement: Movement, left: Map<string | null, number>, most = movement.amountMinor): Movement {
  const of = left.get(movement.reference) ?? 0;
  const known = Math.max(0, Math.min(of, most, movement.amountMinor));
  left.set(movement.reference, of - known);
  return { ...movement, amountMinor: movement.amountMinor - known };
}

function sumsBy<Key>(rows: readonly RecordedSum[], sign: number, keyOf: (row: RecordedSum) => Key): Map<Key, number> {
  const sums = new Map<Key, number>();
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + sign * row.amount_minor);
  return sums;
}

function nameOf({ reference }: RecordedSum): string | null {
  return reference;
}

function placeOf({ reference }: Pick<RecordedSum, 'reference'>, at: Date | null): string {
  return JSON.stringify([reference, at]);
}

/** The last of these whose amounts come to this, minor units; of the first of them a part. */
function takeLast(movements: readonly Movement[], amountMinor: number): Movement[] {
  const taken: Movement[] = [];
  let rest = amountMinor;
  for (const movement of movements.toReversed()) {
    const part = Math.min(rest, movement.amountMinor);
    if (part <= 0) continue;
    taken.unshift({ ...movement, amountMinor: part });
    rest -= part;
  }
  return taken;
}
