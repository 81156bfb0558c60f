import type { DocumentFormat } from '../../../infra/documents/port.ts';

/** A document that would cost its reader far more than its size. */
export interface HostileDocument {
  name: string;
  format: DocumentFormat;
  bytes(): Buffer;
  /** The reason that its owner is given; `ready`: it does no harm, and is read. */
  outcome: RegExp | 'ready';
}

/** What ends a reading at its limits of time or memory; which one comes first depends on the machine. */
export const AT_ITS_LIMIT = /takes too (long|much memory)/;
