import { expect, test } from '@jest/globals';
import { imageFormatOf, measureImage } from './links.ts';

test.each([
  ['image/png', 'png'],
  ['IMAGE/JPEG; quality=1', 'jpeg'],
  ['image/svg+xml ; charset=utf-8', 'svg'],
  ['jpg', 'jpeg'],
  ['.webp', 'webp'],
  ['image/vnd.ms-icon', null],
  ['png or jpeg, as you like it', null],
  ['', null],
  [undefined, null],
])('the format of %j is %s', (name, format) => {
  expect(imageFormatOf(name)).toBe(format);
});

/** A box of ISO files: its size, 4 bytes of type, its content. */
function box(size: number, type: string, content = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(size);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

const HEIF = box(24, 'ftyp', Buffer.from('mif1\0\0\0\0mif1heic'));
const JXL = Buffer.concat([
  Buffer.from('0000000c4a584c200d0a870a', 'hex'),
  box(20, 'ftyp', Buffer.from('jxl \0\0\0\0jxl ')),
]);
/** Beginning of a file of which all else is the same byte. */
const filled = (start: Buffer, byte: number) => Buffer.concat([start, Buffer.alloc(65_536 - start.length, byte)]);

test.each<[string, Buffer]>([
  ['HEIF of boxes of no size', Buffer.concat([HEIF, box(0, 'meta'), Buffer.alloc(60_000)])],
  [
    'HEIF of boxes that are their own size',
    Buffer.concat([HEIF, ...Array.from({ length: 8_000 }, () => box(8, 'free'))]),
  ],
  ['HEIF of a box of 4 GiB', Buffer.concat([HEIF, box(0xffffffff, 'meta'), Buffer.alloc(100)])],
  ['JPEG XL of boxes of no size', Buffer.concat([JXL, box(0, 'jxlp'), Buffer.alloc(60_000)])],
  ['JPEG XL in parts of no size', Buffer.concat([JXL, ...Array.from({ length: 4_000 }, () => box(8, 'jxlp'))])],
  [
    'ICNS of entries of no size',
    Buffer.concat([Buffer.from('icns\0\0\xff\xff', 'latin1'), Buffer.from('ic07'), Buffer.alloc(60_000)]),
  ],
  ['JPEG of segments of no size', filled(Buffer.from('ffd8ffe0', 'hex'), 0)],
  ['JPEG of markers without end', filled(Buffer.from('ffd8ffe0', 'hex'), 0xff)],
  ['TIFF whose directory is its head', filled(Buffer.from('49492a0000000000', 'hex'), 0)],
  ['TIFF of 65,535 entries', filled(Buffer.from('49492a0008000000ffff', 'hex'), 1)],
  ['WebP without an image', filled(Buffer.from('RIFF\xff\xff\xff\xffWEBPVP8X', 'latin1'), 0xff)],
  [
    'PNG of a size that there is not',
    filled(Buffer.from('89504e470d0a1a0a0000000d49484452ffffffffffffffff', 'hex'), 0xff),
  ],
  ['SVG of opening brackets', filled(Buffer.from('<svg '), 0x3c)],
  ['SVG of spaces', filled(Buffer.from('<svg width="'), 0x20)],
  ['PNM of spaces', filled(Buffer.from('P6\n'), 0x20)],
])('an image that is none costs little: %s', (_what, bytes) => {
  const { user, system } = process.cpuUsage();
  const measured = measureImage(bytes);
  const used = process.cpuUsage({ user, system });
  expect(measured === null || [measured.width, measured.height].every((size) => size === null || size <= 100_000)).toBe(
    true,
  );
  // Of processor time, of which an honest image takes a millisecond.
  expect((used.user + used.system) / 1_000).toBeLessThan(500);
});
