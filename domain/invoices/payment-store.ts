import { execute, pick, queryRows } from '../../infra/database/sql.ts';
import type { Db } from '../kernel/deps.ts';
import type { NewMovement, RecordedSum } from './payments.ts';
import { type InvoicePaymentRow, type InvoiceRow, invoicePaymentTable } from './table.ts';

/** What the movements of an invoice's money come to, by kind, reference and time at the gateway. The invoice's row is locked. */
export function selectRecordedSums(db: Db, invoiceId: number): Promise<RecordedSum[]> {
  return queryRows(
    db,
    pick(invoicePaymentTable, 'kind', 'reference', 'received_at', 'amount_minor'),
    `SELECT kind, reference, received_at, sum(amount_minor)::bigint AS amount_minor FROM invoice_payment WHERE invoice_id = $1
     GROUP BY kind, reference, received_at ORDER BY min(id)`,
    [invoiceId],
  );
}

/** Adds movements of an invoice's money, each with the balance after it, and none earlier than the last. The invoice's row is locked. */
export async function insertMovements(
  db: Db,
  now: Date,
  { id, currency }: Pick<InvoiceRow, 'id' | 'currency'>,
  { gateway, movements }: { gateway: InvoicePaymentRow['gateway']; movements: readonly NewMovement[] },
): Promise<void> {
  if (movements.length === 0) return;
  await execute(
    db,
    `INSERT INTO invoice_payment (invoice_id, kind, gateway, reference, amount_minor, balance_minor, currency, received_at, recorded_at)
     SELECT $2, kind, $3, reference, amount_minor,
       coalesce(last.balance_minor, 0) + sum(amount_minor) OVER (ORDER BY place), $4, received_at,
       greatest($1::timestamptz, last.recorded_at)
     FROM (SELECT) one LEFT JOIN LATERAL (
       SELECT balance_minor, recorded_at FROM invoice_payment WHERE invoice_id = $2 ORDER BY id DESC LIMIT 1
     ) last ON true, ROWS FROM (jsonb_to_recordset($5::jsonb) AS (kind text, reference text, amount_minor bigint, received_at timestamptz))
       WITH ORDINALITY AS movement (kind, reference, amount_minor, received_at, place)
     ORDER BY place`,
    [now, id, gateway, currency, JSON.stringify(movements)],
  );
}

/** Most movements that one answer shows. */
const MAX_SHOWN = 100;

/** The last movements of an invoice's money, 100 at most, oldest first. */
export async function selectMovements(db: Db, invoiceId: number): Promise<InvoicePaymentRow[]> {
  const last = await queryRows(
    db,
    invoicePaymentTable,
    `SELECT * FROM invoice_payment WHERE invoice_id = $1 ORDER BY id DESC LIMIT ${MAX_SHOWN}`,
    [invoiceId],
  );
  return last.reverse();
}
