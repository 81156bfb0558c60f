import { isUtf8 } from 'node:buffer';
import { DocumentError } from '../port.ts';

/** Bytes in which HTML declares its encoding. */
const SNIFFED = 1_024;

/** Text in UTF-8, or in UTF-16 where a mark says so. Throws DocumentError. */
export function decode(bytes: Uint8Array): string {
  return decodeAs(markedEncoding(bytes) ?? 'utf-8', bytes);
}

/** The same, or in the encoding of Windows for the west where it is no UTF-8: spreadsheets export so. Throws DocumentError. */
export function decodeExport(bytes: Uint8Array): string {
  const marked = markedEncoding(bytes);
  // Control characters are of no table.
  const isText = marked !== undefined || !bytes.some((byte) => byte < 9);
  if (!isText) throw new DocumentError('The document is not text in UTF-8.');
  return decodeAs(marked ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252'), bytes);
}

/** HTML in the encoding that it is marked with or declares, else in UTF-8. Throws DocumentError. */
export function decodeHtml(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, SNIFFED)).toString('latin1');
  const behind =
    head
      .toLowerCase()
      .split('charset', 2)[1]
      ?.replace(/^[\s="']+/, '') ?? '';
  const declared = /^[\w-]+/.exec(behind)?.[0];
  // What declares UTF-16 in single bytes is not in it.
  const encoding = declared && !declared.startsWith('utf-16') ? declared : 'utf-8';
  return decodeAs(markedEncoding(bytes) ?? (isUtf8(bytes) ? 'utf-8' : encoding), bytes);
}

function markedEncoding(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}

function decodeAs(encoding: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new DocumentError('The document is not text in UTF-8.', { cause });
  }
}
