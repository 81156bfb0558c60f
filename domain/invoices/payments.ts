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

/** What rows of one kind and reference add up to, signed, minor units. */
export type RecordedSum = Pick<InvoicePaymentRow, 'kind' | 'reference' | 'amount_minor'>;

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
  const left = new Map(
    recorded.flatMap((sum) => (sum.kind === kind ? [[sum.reference, sign * sum.amount_minor]] : [])),
  );
  const before = sumOf([...left.values()]);
  const inOrder = movements.filter((one) => one.kind === kind).sort((a, b) => a.at.getTime() - b.at.getTime());
  const open = inOrder.map((movement): Movement => {
    const known = Math.max(0, Math.min(left.get(movement.reference) ?? 0, movement.amountMinor));
    left.set(movement.reference, (left.get(movement.reference) ?? 0) - known);
    return { ...movement, amountMinor: movement.amountMinor - known };
  });
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

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
