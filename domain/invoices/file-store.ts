import { findRecord } from '../../infra/database/records.ts';
import { execute } from '../../infra/database/sql.ts';
import type { Db } from '../kernel/deps.ts';
import { invoiceFileTable } from './table.ts';

/** The kept file of an invoice with this content; null when there is none. */
export async function findFile(db: Db, invoiceId: number, contentHash: string): Promise<Buffer | null> {
  const row = await findRecord(db, invoiceFileTable, { invoice_id: invoiceId, content_hash: contentHash });
  return row?.pdf ?? null;
}

/** Keeps the file of an invoice in place of its former one. */
export async function keepFile(
  db: Db,
  now: Date,
  { invoiceId, contentHash, pdf }: { invoiceId: number; contentHash: string; pdf: Uint8Array },
): Promise<void> {
  await execute(
    db,
    `INSERT INTO invoice_file (invoice_id, content_hash, pdf, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (invoice_id) DO UPDATE SET content_hash = $2, pdf = $3, created_at = $4`,
    [invoiceId, contentHash, Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength), now],
  );
}
