import { z } from 'zod';
import { CODES, RpcError } from '../json-rpc.ts';

/** A position in a list as an opaque cursor. */
export function writeCursor(place: readonly number[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

const placeSchema = z.array(z.int().min(0).max(1_000_000_000)).max(4);

/** Throws -32602 for a cursor of a list that has only one page; a client that has none, or an empty one, begins. */
export function requireOnlyPage(cursor: string | undefined): void {
  if (cursor !== undefined && cursor !== '') throw unknownCursor();
}

/** The error for a cursor that no list gave out. */
export function unknownCursor(): RpcError {
  return new RpcError(CODES.invalidParams, 'The cursor is not one that this server gave out.');
}

/** The numbers in one of our cursors; all zero without a cursor. Throws -32602 for any other text. */
export function readCursor(cursor: string | undefined, length: number): number[] {
  if (cursor === undefined || cursor === '') return new Array(length).fill(0);
  let place: unknown;
  try {
    place = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    place = undefined;
  }
  const parsed = placeSchema.length(length).safeParse(place);
  if (!parsed.success) throw unknownCursor();
  return parsed.data;
}
