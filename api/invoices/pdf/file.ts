import { createHash } from 'node:crypto';
import type { KeptFile } from '../../../domain/invoices/file-store.ts';
import type { InvoiceFile } from '../../../domain/invoices/operations/reads.ts';
import { createRenderQueue, type Turn } from '../../render-queue.ts';
import type { PresentContext } from '../../resource.ts';
import { renderInvoice } from './render.ts';

/** Increased with every change to what is drawn, so that kept files of former versions are drawn again. */
export const DRAWING_VERSION = 6;

/** Shares the drawing of files out between partners. */
const queued = createRenderQueue();

/** The PDF file of an invoice. Throws SERVICE_UNAVAILABLE when it takes too long until it is there. */
export async function* invoicePdf(file: InvoiceFile, { call }: PresentContext): AsyncGenerator<Uint8Array> {
  const turn = { partnerId: file.invoice.partner_id, signal: call.signal };
  yield await keptOrDrawn(file, contentHashOf(file), turn, async () => renderInvoice(await file.detail(), file.logo));
}

/**
 * The kept file of the same content, else a new one, drawn in the partner's turn and kept. Throws SERVICE_UNAVAILABLE
 * when no turn comes in time.
 */
export async function keptOrDrawn(
  kept: KeptFile,
  contentHash: string,
  turn: Turn,
  draw: () => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const found = await kept.findKept(contentHash);
  if (found) return found;
  return queued(turn, async () => {
    // Looked for again, since requests for the same file wait for the same turns.
    const foundMeanwhile = await kept.findKept(contentHash);
    if (foundMeanwhile) return foundMeanwhile;
    const pdf = await draw();
    await kept.keep(contentHash, pdf);
    return pdf;
  });
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
