import { deflateSync } from 'node:zlib';
import { afterAll, describe, expect, test } from '@jest/globals';
import { AVIF, BLUE, type Colour, exifOf, JPEG, pngOf, RED, WEBP, withExif } from '../../test/environment/images.ts';
import { decode } from './codecs.ts';
import { encodeImage } from './encode.ts';
import { createImageEncoder } from './encoder.ts';
import { type EncodedImage, ImageError, ImagesBusy, MAX_PIXELS, MAX_SIDE } from './port.ts';
import { formatOf } from './signature.ts';

/** The colours at places of the largest size, as words: JPEG does not keep them to the last bit. */
async function coloursOf({ type, sizes }: EncodedImage, places: readonly (readonly [number, number])[]) {
  const large = sizes.at(-1);
  const { width, data } = await decode(type === 'image/png' ? 'png' : 'jpeg', large?.bytes ?? new Uint8Array());
  return places.map(([x, y]) => {
    const [red = 0, , blue = 0, alpha] = data.subarray((y * width + x) * 4);
    return alpha === 0 ? 'none' : red > 200 && blue < 55 ? 'red' : red < 55 && blue > 200 ? 'blue' : 'other';
  });
}

const LEFT_AND_RIGHT = [
  [4, 8],
  [27, 8],
] as const;
const TOP_AND_BOTTOM = [
  [8, 4],
  [8, 27],
] as const;
const sidesOf = ({ sizes }: EncodedImage) => sizes.map(({ name, width, height }) => [name, width, height]);

test.each([
  ['png', pngOf(32, 16), 'image/png'],
  ['jpeg', JPEG, 'image/jpeg'],
  ['webp', WEBP, 'image/jpeg'],
  ['avif', AVIF, 'image/jpeg'],
])('%s is drawn anew', async (format, file, type) => {
  expect(formatOf(file)).toBe(format);
  const image = await encodeImage(file);
  expect(image.type).toBe(type);
  expect(sidesOf(image)).toEqual([['large', 32, 16]]);
  expect(await coloursOf(image, LEFT_AND_RIGHT)).toEqual(['red', 'blue']);
});

describe('the orientation of EXIF is applied, and nothing of EXIF is left', () => {
  const NOTE = 'taken at home';
  test.each([
    [1, 'LEFT_AND_RIGHT', ['red', 'blue']],
    [2, 'LEFT_AND_RIGHT', ['blue', 'red']],
    [3, 'LEFT_AND_RIGHT', ['blue', 'red']],
    [4, 'LEFT_AND_RIGHT', ['red', 'blue']],
    [5, 'TOP_AND_BOTTOM', ['red', 'blue']],
    [6, 'TOP_AND_BOTTOM', ['red', 'blue']],
    [7, 'TOP_AND_BOTTOM', ['blue', 'red']],
    [8, 'TOP_AND_BOTTOM', ['blue', 'red']],
    [9, 'LEFT_AND_RIGHT', ['red', 'blue']],
  ] as const)('%d', async (orientation, places, colours) => {
    const exif = exifOf(orientation, NOTE);
    for (const file of [pngOf(32, 16, { chunks: { eXIf: exif } }), withExif(JPEG, exif)]) {
      const image = await encodeImage(file);
      expect(await coloursOf(image, places === 'LEFT_AND_RIGHT' ? LEFT_AND_RIGHT : TOP_AND_BOTTOM)).toEqual(colours);
      expect(Buffer.from(image.sizes[0]?.bytes ?? []).includes(NOTE)).toBe(false);
    }
  });

  test('of upper and lower halves', async () => {
    const halves = (_x: number, y: number): Colour => (y < 8 ? RED : BLUE);
    const turned = async (orientation: number) => {
      const image = await encodeImage(pngOf(16, 16, { colourAt: halves, chunks: { eXIf: exifOf(orientation) } }));
      return coloursOf(image, [
        [8, 2],
        [8, 13],
        [2, 8],
        [13, 8],
      ]);
    };
    expect((await turned(4)).slice(0, 2)).toEqual(['blue', 'red']);
    expect((await turned(6)).slice(2)).toEqual(['blue', 'red']);
    expect((await turned(5)).slice(2)).toEqual(['red', 'blue']);
  });
});

test('an AVIF is turned by its properties', async () => {
  // Takes the place of the box with the codes of its colours.
  const turned = Buffer.from(AVIF);
  const at = turned.indexOf('colrnclx') - 4;
  const box = Buffer.alloc(19);
  box.writeUInt32BE(9, 0);
  box.write('irot', 4);
  box[8] = 1;
  box.writeUInt32BE(10, 9);
  box.write('free', 13);
  box.copy(turned, at);
  const image = await encodeImage(turned);
  expect(sidesOf(image)).toEqual([['large', 16, 32]]);
  expect(await coloursOf(image, TOP_AND_BOTTOM)).toEqual(['blue', 'red']);
});

test('sizes are made that are smaller than the next', async () => {
  const wide = await encodeImage(pngOf(2_600, 3));
  expect(sidesOf(wide)).toEqual([
    ['small', 320, 1],
    ['medium', 1_024, 1],
    ['large', 2_560, 3],
  ]);
  expect(sidesOf(await encodeImage(pngOf(321, 160)))).toEqual([
    ['small', 320, 160],
    ['large', 321, 160],
  ]);
});

test('what shines through stays so, and takes no colour from what is not seen', async () => {
  const image = await encodeImage(pngOf(640, 2, { colourAt: (x) => (x % 2 === 0 ? RED : [0, 0, 255, 0]) }));
  expect(image.type).toBe('image/png');
  const { data } = await decode('png', image.sizes[0]?.bytes ?? new Uint8Array());
  expect([...data.subarray(400, 404)]).toEqual([255, 0, 0, 128]);
});

test('a photo that comes as PNG is stored as JPEG', async () => {
  const noise = (x: number, y: number): Colour => [(x * 7 + y * 13) % 256, (x * 31) % 256, (x * y) % 251, 255];
  expect((await encodeImage(pngOf(200, 200, { colourAt: noise }))).type).toBe('image/jpeg');
});

const PIXELS = expect.stringContaining(`${MAX_PIXELS / 1_000_000} million`);
const DAMAGED = 'The image is damaged or incomplete.';
const NO_IMAGE = 'Must be an image: PNG, JPEG, WebP or AVIF.';
const MOVES = 'The image is animated; upload a picture of it.';
/** The head of the frame says four colours. */
const cmyk = Buffer.from(JPEG);
cmyk[cmyk.findIndex((byte, at) => byte === 0xff && [0xc0, 0xc2].includes(cmyk[at + 1] ?? 0)) + 9] = 4;
const animated = Buffer.concat([
  Buffer.from('RIFF\x20\0\0\0WEBPVP8X\x0a\0\0\0', 'latin1'),
  Buffer.from([2, 0, 0, 0, 31, 0, 0, 15, 0, 0]),
  WEBP.subarray(12),
]);

test.each([
  ['a PNG of 3,600 million pixels', pngOf(1, 1, { said: { width: 60_000, height: 60_000 } }), PIXELS],
  ['a PNG that is one pixel wide and 60,000 high', pngOf(1, 1, { said: { width: 1, height: 60_000 } }), PIXELS],
  ['a PNG that is a little too long', pngOf(1, 1, { said: { width: 1, height: MAX_SIDE + 1 } }), PIXELS],
  ['a PNG without pixels', pngOf(1, 1, { said: { width: 0, height: 1 } }), expect.any(String)],
  ['a PNG with fewer pixels than it says', pngOf(1, 1, { said: { width: 5_000, height: 5_000 } }), DAMAGED],
  ['half a PNG', pngOf(64, 64).subarray(0, 100), DAMAGED],
  ['the head of a PNG', pngOf(1, 1).subarray(0, 9), DAMAGED],
  ['a JPEG without its end', JPEG.subarray(0, -4), DAMAGED],
  ['a JPEG without what it shows', Buffer.concat([JPEG.subarray(0, 200), JPEG.subarray(-2)]), DAMAGED],
  ['half a WebP', WEBP.subarray(0, 30), DAMAGED],
  ['an animated WebP', animated, MOVES],
  ['an animated AVIF', Buffer.concat([AVIF.subarray(0, 8), Buffer.from('avis'), AVIF.subarray(12)]), MOVES],
  ['a JPEG in CMYK', cmyk, 'The image is in the colours of print (CMYK); save it in RGB.'],
  ['half an AVIF', AVIF.subarray(0, 200), DAMAGED],
  ['the head of an AVIF', AVIF.subarray(0, 40), DAMAGED],
  ['a GIF', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'), NO_IMAGE],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), NO_IMAGE],
  ['a page that begins like a PNG', Buffer.from('\x89PNG<script>1</script>', 'latin1'), NO_IMAGE],
  ['no bytes', Buffer.alloc(0), NO_IMAGE],
])('%s is refused', async (_what, file, message) => {
  const error = await encodeImage(file).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ImageError);
  expect(error).toMatchObject({ message });
});

test('an AVIF of which another part has too many pixels is refused', async () => {
  const file = Buffer.from(AVIF);
  const at = file.indexOf('colrnclx') - 4;
  // Takes the place of the box with the codes of its colours, which is a byte shorter.
  const ispe = Buffer.alloc(20);
  ispe.writeUInt32BE(20, 0);
  ispe.write('ispe', 4);
  ispe.writeUInt32BE(60_000, 12);
  ispe.writeUInt32BE(60_000, 16);
  const longer = Buffer.concat([file.subarray(0, at), ispe, file.subarray(at + 19)]);
  for (const name of ['ipco', 'iprp', 'meta']) {
    const size = longer.indexOf(name) - 4;
    longer.writeUInt32BE(longer.readUInt32BE(size) + 1, size);
  }
  await expect(encodeImage(longer)).rejects.toMatchObject({ message: PIXELS });
});

test('of what stands behind an image, or in it, nothing is left', async () => {
  const script = '<script>alert(1)</script>';
  const zipped = deflateSync(Buffer.from(script));
  const note = Buffer.concat([Buffer.from('Comment\0'), Buffer.from(script)]);
  const files = [
    Buffer.concat([pngOf(32, 16, { chunks: { tEXt: note } }), Buffer.from(script), zipped]),
    Buffer.concat([JPEG, Buffer.from(script), zipped]),
  ];
  for (const file of files) {
    const { sizes } = await encodeImage(file);
    const bytes = Buffer.from(sizes[0]?.bytes ?? []);
    expect([bytes.includes('script'), bytes.includes(zipped)]).toEqual([false, false]);
  }
});

describe('in a child process', () => {
  const encoder = createImageEncoder();
  afterAll(() => encoder.close());
  const turn = (onBehalfOf: string) => ({ onBehalfOf, signal: new AbortController().signal });

  test('an image is drawn, and a problem is told', async () => {
    const [image, error] = await Promise.all([
      encoder.encode(JPEG, turn('1')),
      encoder.encode(Buffer.from('no image'), turn('2')).catch((reason: unknown) => reason),
    ]);
    expect(sidesOf(image)).toEqual([['large', 32, 16]]);
    expect(error).toBeInstanceOf(ImageError);
    expect(error).toMatchObject({ message: NO_IMAGE });
  });

  test.each([
    ['time', { limitMs: 1 }, 'The image takes too long to draw.'],
    ['memory', { residentMib: 1 }, 'The image takes too much memory to draw.'],
  ])('an image ends at the limit of %s', async (_what, limit, message) => {
    const short = createImageEncoder(limit);
    const large = pngOf(2_000, 1_000);
    await expect(short.encode(large, turn('1'))).rejects.toMatchObject({ name: 'ImageError', message });
    await short.close();
  });

  test('a partner has few images wait, and others are drawn beside', async () => {
    const leaving = new AbortController();
    const own = Array.from({ length: 6 }, () =>
      encoder.encode(JPEG, { onBehalfOf: '1', signal: leaving.signal }).catch((reason: unknown) => reason),
    );
    expect(await own[5]).toBeInstanceOf(ImagesBusy);
    expect(sidesOf(await encoder.encode(JPEG, turn('2')))).toEqual([['large', 32, 16]]);
    leaving.abort(new Error('Enough'));
    await Promise.all(own);
  });
});
