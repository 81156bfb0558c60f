import { AppError } from '../kernel/errors.ts';

/** Maximum knowledge bases per partner. */
export const MAX_BASES = 50;
/** Maximum documents per knowledge base. */
export const MAX_DOCUMENTS = 500;
/** Maximum passages in all of a partner's documents. */
export const MAX_PASSAGES = 100_000;
/** Maximum size of an uploaded document: 5 MiB. */
export const MAX_DOCUMENT_BYTES = 5 * 1_048_576;

/** 409 when a maximum is reached. */
export function noCapacity(message: string): AppError {
  return new AppError('CONFLICT', message);
}
