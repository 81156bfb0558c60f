import type { Tinypool } from 'tinypool';
import type { InvoiceDetail } from '../../../domain/invoices/rules.ts';
import { AppError } from '../../../domain/kernel/errors.ts';

/** How long an idle thread is kept, milliseconds: loading the fonts takes longer than drawing an invoice. */
const IDLE_MS = 60_000;
/** Longest time for a file, milliseconds; 20,000 lines take 4 s of an idle core. */
const LIMIT_MS = 30_000;
/** Most files at once; callers take turns for them. */
const THREADS = 2;

let pool: Promise<Tinypool> | undefined;

/**
 * An invoice as a PDF file. Drawing takes some hundred milliseconds of processor time, so it runs in a thread. Throws
 * SERVICE_UNAVAILABLE after the time limit, which ends the thread.
 */
export async function renderInvoice(detail: InvoiceDetail): Promise<Uint8Array> {
  pool ??= open();
  const threads = await pool;
  const limit = AbortSignal.timeout(LIMIT_MS);
  try {
    return await threads.run(detail, { signal: limit });
  } catch (error) {
    if (!limit.aborted) throw error;
    throw new AppError('SERVICE_UNAVAILABLE', 'This file takes too long to make. The exports have all lines, too.', {
      retryAfterSeconds: 60,
      cause: error,
    });
  }
}

/** Loaded with the first file. */
async function open(): Promise<Tinypool> {
  const { Tinypool } = await import('tinypool');
  return new Tinypool({
    filename: new URL('./thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: IDLE_MS,
  });
}
