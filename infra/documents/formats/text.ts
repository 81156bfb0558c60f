import { DocumentError, type Section } from '../port.ts';

/** Plain text: one section without a title. */
export function readText(bytes: Uint8Array): Section[] {
  return [{ title: '', text: decode(bytes) }];
}

/** Text in UTF-8, or in UTF-16 where a mark says so. Throws DocumentError. */
export function decode(bytes: Uint8Array): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new DocumentError('The document is not text in UTF-8.', { cause });
  }
}
