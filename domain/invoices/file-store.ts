import { findRecord } from '../../infra/database/records.ts';
import { execute } from '../../infra/database/sql.ts';
import type { Db, Deps } from '../kernel/deps.ts';
import { creditNoteFileTable, invoiceFileTable } from './table.ts';

/** The copy of a document's file that is kept. */
export interface KeptFile {
  /** The kept file of this content; null when there is none. */
  findKept(contentHash: string): Promise<Buffer | null>;
  /** Keeps a file in place of the document's former one. */
  keep(contentHash: string, pdf: Uint8Array): Promise<void>;
}

/** The kept file of an invoice. */
export function keptInvoiceFile({ db, clock }: Pick<Deps, 'db' | 'clock'>, invoiceId: number): KeptFile {
  return {
    async findKept(contentHash) {
      const row = await findRecord(db, invoiceFileTable, { invoice_id: invoiceId, content_hash: contentHash });
      return row?.pdf ?? null;
    },
    keep: (contentHash, pdf) =>
      keep(
        db,
        `INSERT INTO invoice_file (invoice_id, content_hash, pdf, created_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (invoice_id) DO UPDATE SET content_hash = $2, pdf = $3, created_at = $4`,
        { id: invoiceId, contentHash, pdf, now: clock.now() },
      ),
  };
}

/** The kept file of a credit note. */
export function keptCreditNoteFile({ db, clock }: Pick<Deps, 'db' | 'clock'>, creditNoteId: number): KeptFile {
  return {
    async findKept(contentHash) {
      const where = { credit_note_id: creditNoteId, content_hash: contentHash };
      return (await findRecord(db, creditNoteFileTable, where))?.pdf ?? null;
    },
    keep: (contentHash, pdf) =>
      keep(
        db,
        `INSERT INTO credit_note_file (credit_note_id, content_hash, pdf, created_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (credit_note_id) DO UPDATE SET content_hash = $2, pdf = $3, created_at = $4`,
        { id: creditNoteId, contentHash, pdf, now: clock.now() },
      ),
  };
}

async function keep(
  db: Db,
  statement: string,
  { id, contentHash, pdf, now }: { id: number; contentHash: string; pdf: Uint8Array; now: Date },
): Promise<void> {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  await execute(db, statement, [id, contentHash, bytes, now]);
}
