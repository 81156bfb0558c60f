import { pick, queryRows } from '../../infra/database/sql.ts';
import { bigint } from '../../infra/database/table.ts';
import { invoiceTable } from '../invoices/table.ts';
import type { Db } from '../kernel/deps.ts';
import { purchaseTable } from './table.ts';

const columns = {
  ...pick(purchaseTable, 'id', 'gateway', 'subject'),
  ...pick(invoiceTable, 'number', 'currency'),
  kept_minor: bigint(),
  recorded_minor: bigint(),
};

/** Purchases after one whose invoice was paid by another amount than its payments come to. */
export function selectUnrecorded(db: Db, afterId: number, limit: number) {
  return queryRows(
    db,
    columns,
    `SELECT * FROM (
       SELECT p.id, p.gateway, p.subject, i.number, i.currency,
              i.paid_minor - i.excess_returned_minor - p.returned_minor AS kept_minor,
              coalesce((SELECT sum(amount_minor) FROM invoice_payment WHERE invoice_id = i.id), 0)::bigint AS recorded_minor
       FROM purchase p JOIN customer_order o ON o.id = p.order_id JOIN invoice i ON i.id = o.invoice_id
       WHERE p.id > $1 AND p.part_of IS NULL
     ) paid WHERE kept_minor <> recorded_minor ORDER BY id LIMIT $2`,
    [afterId, limit],
  );
}
