import type { InvoiceDetail } from '../../../domain/invoices/rules.ts';
import { AppError } from '../../../domain/kernel/errors.ts';
import { ChildEnded } from '../../../infra/child-pool/child.ts';
import { ChildPool } from '../../../infra/child-pool/pool.ts';

/** Longest processor time of a file, milliseconds; 20,000 lines take 7 s of an idle core, and 700 MiB. */
const LIMIT_MS = 10_000;

/** Its processes end when they have no work for some time, and with this one. */
const pool = new ChildPool({ program: new URL('./child.ts', import.meta.url), heapMib: 512, residentMib: 1_024 });

/**
 * An invoice as a PDF file. Drawing takes some hundred milliseconds of processor time, so it runs in a child process,
 * which ends when it exceeds a limit of time or memory: SERVICE_UNAVAILABLE.
 */
export async function renderInvoice(detail: InvoiceDetail, logo: Uint8Array | null): Promise<Uint8Array> {
  try {
    const [pdf] = await pool.run({ job: { detail, logo }, limitMs: LIMIT_MS, maxParts: 1, signal: undefined });
    return pdf as Uint8Array;
  } catch (error) {
    if (!(error instanceof ChildEnded)) throw error;
    throw new AppError('SERVICE_UNAVAILABLE', 'This file takes too long to make. The exports have all lines, too.', {
      retryAfterSeconds: 60,
      cause: error,
    });
  }
}
