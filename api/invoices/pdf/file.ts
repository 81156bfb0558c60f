import { createHash } from 'node:crypto';
import type { InvoiceFile } from '../../../domain/invoices/operations/reads.ts';
import type { PresentContext } from '../../resource.ts';
import { createRenderQueue } from './queue.ts';
import { renderInvoice } from './render.ts';

/** Increased with every change to what is drawn, so that kept files of former versions are drawn again. */
export const DRAWING_VERSION = 4;

/** Shares the drawing of files out between partners. */
export const queued = createRenderQueue();

/**
 * The PDF file of an invoice: the kept one of the same content, else a new one, drawn in the partner's turn and kept.
 * Throws SERVICE_UNAVAILABLE when it takes too long until it is there.
 */
export async function* invoicePdf(file: InvoiceFile, { call }: PresentContext): AsyncGenerator<Uint8Array> {
  const contentHash = contentHashOf(file);
  const turn = { partnerId: file.invoice.partner_id, signal: call.signal };
  yield (await file.findKept(contentHash)) ??
    // Looked for again, since requests for the same file wait for the same turns.
    (await queued(turn, async () => (await file.findKept(contentHash)) ?? draw(file, contentHash)));
}

async function draw(file: InvoiceFile, contentHash: string): Promise<Uint8Array> {
  const pdf = await renderInvoice(await file.detail(), file.logo);
  await file.keep(contentHash, pdf);
  return pdf;
}

/** File name, and the entity tag by which clients detect that their copy is current. */
export function pdfHeaders(file: InvoiceFile): Record<string, string> {
  return {
    'Content-Disposition': `attachment; filename="${file.invoice.number}.pdf"`,
    ETag: `"${contentHashOf(file)}"`,
  };
}

/** A digest of what is drawn. The lines are left out: they never change after the invoice's issue. */
function contentHashOf({ invoice, logo }: InvoiceFile): string {
  return createHash('sha256')
    .update(JSON.stringify([DRAWING_VERSION, invoice]))
    .update(logo ?? '')
    .digest('hex');
}
