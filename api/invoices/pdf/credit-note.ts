import { createHash } from 'node:crypto';
import { asInvoice } from '../../../domain/invoices/credit-note-document.ts';
import type { CreditNoteFile } from '../../../domain/invoices/operations/credit-note-reads.ts';
import type { PresentContext } from '../../resource.ts';
import { DRAWING_VERSION, keptOrDrawn } from './file.ts';
import { renderInvoice } from './render.ts';

/** Increased with every change to what is drawn of credit notes alone. */
const CREDIT_NOTE_VERSION = 3;

/** The PDF file of a credit note. Throws SERVICE_UNAVAILABLE when it takes too long until it is there. */
export async function* creditNotePdf(file: CreditNoteFile, { call }: PresentContext): AsyncGenerator<Uint8Array> {
  const turn = { partnerId: file.note.partner_id, signal: call.signal };
  yield await keptOrDrawn(file, contentHashOf(file), turn, () => renderInvoice(asInvoice(file), file.logo));
}

/** File name, and the entity tag by which clients detect that their copy is current. */
export function creditNotePdfHeaders(file: CreditNoteFile): Record<string, string> {
  return {
    'Content-Disposition': `attachment; filename="${file.note.number}.pdf"`,
    ETag: `"${contentHashOf(file)}"`,
  };
}

/** A digest of what is drawn. Lines and parties are left out: they never change after the issue. */
function contentHashOf({ note, logo }: CreditNoteFile): string {
  return createHash('sha256')
    .update(JSON.stringify([DRAWING_VERSION, CREDIT_NOTE_VERSION, note]))
    .update(logo ?? '')
    .digest('hex');
}
