import type { InvoiceDetail } from '../../../domain/invoices/rules.ts';
import { drawInvoice } from './draw.ts';

/** The thread's task: draws the whole file. */
export default async function render(detail: InvoiceDetail): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of drawInvoice(detail)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
