import type { InvoiceDetail } from '../../../domain/invoices/rules.ts';
import { serveJobs } from '../../../infra/child-pool/serve.ts';
import { drawInvoice } from './draw.ts';

/** The program of a process that draws files. */
await serveJobs<{ detail: InvoiceDetail; logo: Uint8Array | null }>(async function* ({ detail, logo }) {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await drawInvoice(detail, logo)) chunks.push(chunk);
  yield Buffer.concat(chunks);
});
