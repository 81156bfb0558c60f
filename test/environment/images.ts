import { crc32, deflateSync } from 'node:zlib';

/** Red, green, blue and alpha. */
export type Colour = readonly [number, number, number, number];

export const RED: Colour = [255, 0, 0, 255];
export const BLUE: Colour = [0, 0, 255, 255];

/** What a PNG may be besides what it shows. */
interface PngOptions {
  /** By place; red on the left half and blue on the right unless given. */
  colourAt?: (x: number, y: number) => Colour;
  /** Chunks before the pixels, by type. */
  chunks?: Readonly<Record<string, Buffer>>;
  /** Sides that the header says instead. */
  said?: { width: number; height: number };
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A PNG. */
export function pngOf(width: number, height: number, { colourAt, chunks = {}, said }: PngOptions = {}): Buffer {
  const at = colourAt ?? ((x: number) => (x < width / 2 ? RED : BLUE));
  const rows = Array.from({ length: height }, (_row, y) =>
    // Each row begins with its filter.
    Buffer.from([0, ...Array.from({ length: width }, (_place, x) => at(x, y)).flat()]),
  );
  const header = Buffer.alloc(13);
  header.writeUInt32BE(said?.width ?? width, 0);
  header.writeUInt32BE(said?.height ?? height, 4);
  // Eight bits of red, green, blue and alpha.
  header.set([8, 6], 8);
  return Buffer.concat([
    SIGNATURE,
    chunkOf('IHDR', header),
    ...Object.entries(chunks).map(([type, data]) => chunkOf(type, data)),
    chunkOf('IDAT', deflateSync(Buffer.concat(rows))),
    chunkOf('IEND', Buffer.alloc(0)),
  ]);
}

function chunkOf(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, check]);
}

/** EXIF data of an image that is to be turned, numbered as there, with a note that nobody is to see. */
export function exifOf(orientation: number, note = ''): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*', 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(0x0112, 10);
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return Buffer.concat([tiff, Buffer.from(note)]);
}

/** The JPEG with EXIF data. */
export function withExif(jpeg: Buffer, exif: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
}

/** 32 by 16 pixels, red on the left half and blue on the right. */
export const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wEEEAANAA0ADQANAA4ADQAOABAAEAAOABQAFgATABYAFAAeABsAGQAZABsAHgAtACAAIgAgACIAIAAtAEQAKgAyACoAKgAyACoARAA8AEkAOwA3ADsASQA8AGwAVQBLAEsAVQBsAH0AaQBjAGkAfQCXAIcAhwCXAL4AtQC+APkA+QFOEQANAA0ADQANAA4ADQAOABAAEAAOABQAFgATABYAFAAeABsAGQAZABsAHgAtACAAIgAgACIAIAAtAEQAKgAyACoAKgAyACoARAA8AEkAOwA3ADsASQA8AGwAVQBLAEsAVQBsAH0AaQBjAGkAfQCXAIcAhwCXAL4AtQC+APkA+QFO/8IAEQgAEAAgAwEiAAIRAQMRAf/EACkAAQEBAAAAAAAAAAAAAAAAAAAFBgEBAQAAAAAAAAAAAAAAAAAABwX/2gAMAwEAAhADEAAAAM+IqdCDQSf/xAAUEAEAAAAAAAAAAAAAAAAAAAAw/9oACAEBAAE/AA//xAAUEQEAAAAAAAAAAAAAAAAAAAAQ/9oACAECAQE/AD//xAAUEQEAAAAAAAAAAAAAAAAAAAAQ/9oACAEDAQE/AD//2Q==',
  'base64',
);

/** The same, without loss. */
export const WEBP = Buffer.from('UklGRiYAAABXRUJQVlA4TBkAAAAvH8ADAA8Q87//8x8OBAJJ/tIDLBDR/yheAA==', 'base64');

/** The same. */
export const AVIF = Buffer.from(
  'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAACsAAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAACAAAAAQAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgQAMAAAAABNjb2xybmNseAACAAIABoAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAADNtZGF0EgAKCRgQ/+wQICBoQDIcGAAKKKKEAMXA9dyJ6T0WKgzoero3sEYPD8ACxQ==',
  'base64',
);
