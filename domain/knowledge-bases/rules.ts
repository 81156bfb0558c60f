import { AppError } from '../kernel/errors.ts';

/** Knowledge bases a partner. */
export const MAX_BASES = 50;
/** Documents a knowledge base. */
export const MAX_DOCUMENTS = 500;
/** Passages of all of a partner's documents. */
export const MAX_PASSAGES = 100_000;
/** Size of an uploaded document: 5 MiB. */
export const MAX_DOCUMENT_BYTES = 5 * 1_048_576;

/** 409 where there is no room for another one. */
export function noRoom(message: string): AppError {
  return new AppError('CONFLICT', message);
}
