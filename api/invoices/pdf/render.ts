import type { Tinypool } from 'tinypool';
import type { InvoiceDetail } from '../../../domain/invoices/rules.ts';

/** How long an idle thread is kept, milliseconds: loading the fonts takes longer than drawing an invoice. */
const IDLE_MS = 60_000;
/** Longest queue; further files are refused with a 500. */
const MAX_WAITING = 100;

let pool: Promise<Tinypool> | undefined;

/** An invoice as a PDF file. Drawing takes some hundred milliseconds of processor time, so it runs in a thread. */
export async function* renderInvoice(detail: InvoiceDetail): AsyncGenerator<Uint8Array> {
  pool ??= open();
  const threads = await pool;
  yield await threads.run(detail);
}

/** Loaded with the first file. */
async function open(): Promise<Tinypool> {
  const { Tinypool } = await import('tinypool');
  return new Tinypool({
    filename: new URL('./thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    maxQueue: MAX_WAITING,
  });
}
