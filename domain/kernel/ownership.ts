import type { Call } from './call.ts';
import { notFound, notYours } from './errors.ts';
import { partnerOf } from './invoke.ts';

/** The record, when it is there (else 404) and the caller's own (else 403). */
export function ownedBy<Row>(call: Call, what: string, row: Row | null, ownerOf: (row: Row) => number | null): Row {
  if (row === null) throw notFound(what);
  if (ownerOf(row) !== partnerOf(call)) throw notYours(what);
  return row;
}
