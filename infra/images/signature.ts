import type { ImageFormat } from './port.ts';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
/** Longest `ftyp` box that is looked through, bytes. */
const MAX_FTYP = 256;

/** The format of an image by its first bytes, whatever its name says; undefined for anything else. */
export function formatOf(bytes: Buffer): ImageFormat | undefined {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'png';
  if (bytes.subarray(0, JPEG.length).equals(JPEG)) return 'jpeg';
  if (textAt(bytes, 0) === 'RIFF' && textAt(bytes, 8) === 'WEBP') return 'webp';
  return isAvif(bytes) ? 'avif' : undefined;
}

/** ISO/IEC 14496-12: the brands of the file, of which the version is none. */
function isAvif(bytes: Buffer): boolean {
  if (bytes.length < 16 || textAt(bytes, 4) !== 'ftyp') return false;
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, MAX_FTYP);
  for (let at = 8; at + 4 <= end; at += 4) {
    if (at !== 12 && ['avif', 'avis'].includes(textAt(bytes, at))) return true;
  }
  return false;
}

function textAt(bytes: Buffer, at: number): string {
  return bytes.toString('latin1', at, at + 4);
}
