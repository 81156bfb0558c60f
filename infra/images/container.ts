import { ImageError, type ImageFormat } from './port.ts';

/** What a file says of its image beside the pixels. */
export interface Described {
  /** How the image is to be turned: 1 to 8, as EXIF numbers it. */
  orientation: number;
}

const UPRIGHT = 1;
const DAMAGED = 'The image is damaged or incomplete.';
const MOVES = 'The image is animated; upload a picture of it.';

/** Reads how an image is to be turned. Throws ImageError for a file that is not whole, for an animated WebP or AVIF, and for a JPEG in the colours of print. */
export function describe(format: ImageFormat, bytes: Buffer): Described {
  return { orientation: READERS[format](bytes) };
}

const READERS: Readonly<Record<ImageFormat, (bytes: Buffer) => number>> = { png, jpeg, webp, avif };

const START_OF_SCAN = 0xda;
/** ITU-T T.81, table B.1: starts of frames; the three others among these codes are tables and an extension. */
const isStartOfFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** Colours of a frame whose JPEG is in CMYK; decoders take it for something else. */
const PRINT_COLOURS = 4;
const APP1 = 0xe1;
/** End of a JPEG; what is coded has no such bytes, since FF is followed by 00 there. */
const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);
const EXIF = 'Exif\0\0';

function jpeg(bytes: Buffer): number {
  let orientation = UPRIGHT;
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) break;
    const marker = bytes[at + 1];
    // Bytes of filling.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === START_OF_SCAN) {
      if (bytes.indexOf(END_OF_IMAGE, at) === -1) break;
      return orientation;
    }
    const length = bytes.readUInt16BE(at + 2);
    const content = bytes.subarray(at + 4, at + 2 + length);
    if (isStartOfFrame(marker ?? 0) && content[5] === PRINT_COLOURS)
      throw new ImageError('The image is in the colours of print (CMYK); save it in RGB.');
    if (marker === APP1 && content.toString('latin1', 0, EXIF.length) === EXIF)
      orientation = exifOrientation(content.subarray(EXIF.length));
    at += 2 + Math.max(length, 2);
  }
  throw new ImageError(DAMAGED);
}

function png(bytes: Buffer): number {
  let orientation = UPRIGHT;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (type === 'eXIf') orientation = exifOrientation(bytes.subarray(at + 8, at + 8 + length));
    if (type === 'IEND') return orientation;
    at += 12 + length;
  }
  throw new ImageError(DAMAGED);
}

/** Bit of the header of an extended WebP that says that it is animated. */
const ANIMATED = 0x02;

function webp(bytes: Buffer): number {
  let orientation = UPRIGHT;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const type = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const content = bytes.subarray(at + 8, at + 8 + length);
    if (type === 'VP8X' && ((content[0] ?? 0) & ANIMATED) !== 0) throw new ImageError(MOVES);
    if (type === 'EXIF') {
      const hasName = content.toString('latin1', 0, EXIF.length) === EXIF;
      orientation = exifOrientation(hasName ? content.subarray(EXIF.length) : content);
    }
    at += 8 + length + (length % 2);
  }
  return orientation;
}

const TIFF_LITTLE = 'II*\0';
const TIFF_BIG = 'MM\0*';
const ORIENTATION_TAG = 0x0112;
const ENTRY_BYTES = 12;

/** TIFF 6.0: the orientation in the first directory. */
function exifOrientation(tiff: Buffer): number {
  const order = tiff.toString('latin1', 0, 4);
  if (tiff.length < 10 || (order !== TIFF_LITTLE && order !== TIFF_BIG)) return UPRIGHT;
  const short = (at: number) => (order === TIFF_LITTLE ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const start = order === TIFF_LITTLE ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (start + 2 > tiff.length) return UPRIGHT;
  const entries = short(start);
  for (let entry = 0; entry < entries; entry += 1) {
    const at = start + 2 + entry * ENTRY_BYTES;
    if (at + ENTRY_BYTES > tiff.length) break;
    if (short(at) !== ORIENTATION_TAG) continue;
    const value = short(at + 8);
    return value >= 1 && value <= 8 ? value : UPRIGHT;
  }
  return UPRIGHT;
}

/** Orientations of EXIF by the quarter turns to the left of `irot`, without a mirror and with one by the axis of `imir`. */
const TURNED = [1, 8, 3, 6];
const MIRRORED = [
  [4, 5, 2, 7],
  [2, 7, 4, 5],
];

/** Major brand of an AVIF that is animated. */
const SEQUENCE = 'avis';

/** ISO/IEC 23008-12: the image's properties; readers of AVIF ignore its EXIF here. */
function avif(bytes: Buffer): number {
  if (bytes.toString('latin1', 8, 12) === SEQUENCE) throw new ImageError(MOVES);
  const meta = boxIn(bytes, 'meta');
  const properties = meta && boxIn(meta.subarray(4), 'iprp');
  const container = properties && boxIn(properties, 'ipco');
  if (!container) throw new ImageError(DAMAGED);
  const turns = (boxIn(container, 'irot')?.[0] ?? 0) & 3;
  const axis = boxIn(container, 'imir')?.[0];
  return (axis === undefined ? TURNED : MIRRORED[axis & 1])?.[turns] ?? UPRIGHT;
}

/** The content of the first box of a type; undefined where there is none. */
function boxIn(bytes: Buffer, type: string): Buffer | undefined {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at);
    const end = size === 0 ? bytes.length : at + size;
    if (bytes.toString('latin1', at + 4, at + 8) === type) return bytes.subarray(at + 8, end);
    // Boxes of more than 4 GiB are in no file here.
    if (end <= at + 7) return undefined;
    at = end;
  }
  return undefined;
}
