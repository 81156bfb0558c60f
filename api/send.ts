import { Readable } from 'node:stream';
import type { HttpContext } from './context.ts';

/** The type of all JSON. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** Responds with a JSON body; without one for undefined. */
export function sendJson(ctx: HttpContext, status: number, body: unknown): void {
  if (body === undefined) {
    ctx.body = null;
    ctx.status = status;
    return;
  }
  sendJsonText(ctx, status, JSON.stringify(body));
}

/** Characters that are encoded and written in one piece; about a millisecond of work. */
export const PIECE_LENGTH = 262_144;

/** Responds with a JSON body that is already serialized; a long one is written piece by piece, as the client reads it. */
export function sendJsonText(ctx: HttpContext, status: number, text: string): void {
  ctx.status = status;
  ctx.res.setHeader('Content-Type', JSON_TYPE);
  if (text.length <= PIECE_LENGTH) {
    ctx.body = text;
    return;
  }
  ctx.body = Readable.from(piecesOf(text), { objectMode: false, highWaterMark: PIECE_LENGTH });
  ctx.length = Buffer.byteLength(text);
}

/** The text in pieces, none of which begins in the middle of a character. */
export function* piecesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = start + PIECE_LENGTH;
    const isCut = isLowSurrogate(text.charCodeAt(end));
    yield text.slice(start, isCut ? end + 1 : end);
    start = isCut ? end + 1 : end;
  }
}

/** NaN, past the end, is none. */
function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
