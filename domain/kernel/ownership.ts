import type { Call } from './call.ts';
import { notFound, notYours } from './errors.ts';
import { partnerOf } from './invoke.ts';

/** The record, if it exists (else 404) and belongs to the caller (else 403). */
export function ownedBy<Row>(call: Call, what: string, row: Row | null, ownerOf: (row: Row) => number | null): Row {
  if (row === null) throw notFound(what);
  if (ownerOf(row) !== partnerOf(call)) throw notYours(what);
  return row;
}
