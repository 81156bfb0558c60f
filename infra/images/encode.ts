import { imageSize } from 'image-size';
import { decode, toJpeg, toPng } from './codecs.ts';
import { describe } from './container.ts';
import { isOpaque, onWhite, type Pixels, shrink, turnUpright } from './pixels.ts';
import {
  type EncodedImage,
  ImageError,
  type ImageFormat,
  LONGEST_SIDE,
  MAX_PIXELS,
  MAX_PNG_BYTES,
  MAX_SIDE,
  SIZE_NAMES,
  type SizedImage,
  type StoredType,
} from './port.ts';
import { formatOf } from './signature.ts';

/** An uploaded image as it is stored. Throws ImageError for one that is not, whatever it is named. */
export async function encodeImage(file: Uint8Array): Promise<EncodedImage> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const format = formatOf(bytes);
  if (!format) throw new ImageError('Must be an image: PNG, JPEG, WebP or AVIF.');
  const { orientation } = describe(format, bytes);
  requireSize(bytes);
  const large = turnUpright(fitted(await pixelsOf(format, bytes), LONGEST_SIDE.large), orientation);
  const { type, bytes: largest } = await stored(format, large);
  const sizes: SizedImage[] = [{ name: 'large', width: large.width, height: large.height, bytes: largest }];
  let last = large;
  for (const name of SIZE_NAMES.slice(0, -1).reverse()) {
    const smaller = fitted(last, LONGEST_SIDE[name]);
    if (smaller === last) continue;
    const encoded = type === 'image/png' ? await toPng(smaller) : await toJpeg(onWhite(smaller));
    sizes.unshift({ name, width: smaller.width, height: smaller.height, bytes: encoded });
    last = smaller;
  }
  return { type, sizes };
}

const DAMAGED = 'The image is damaged or incomplete.';

/** Throws for an image that says that it has more pixels than are decoded. */
function requireSize(bytes: Buffer): void {
  let size: ReturnType<typeof imageSize>;
  try {
    size = imageSize(bytes);
  } catch (cause) {
    throw new ImageError(DAMAGED, { cause });
  }
  // An AVIF may have several, of which any may be the one that is decoded.
  for (const { width, height } of [size, ...(size.images ?? [])]) requireFewPixels(width, height);
}

function requireFewPixels(width: number, height: number): void {
  if (width >= 1 && height >= 1 && width <= MAX_SIDE && height <= MAX_SIDE && width * height <= MAX_PIXELS) return;
  throw new ImageError(
    `An image has at most ${MAX_PIXELS / 1_000_000} million pixels, and at most ${MAX_SIDE} on a side.`,
  );
}

async function pixelsOf(format: ImageFormat, bytes: Buffer): Promise<Pixels> {
  let pixels: Pixels;
  try {
    pixels = await decode(format, bytes);
  } catch (cause) {
    throw new ImageError(DAMAGED, { cause });
  }
  requireFewPixels(pixels.width, pixels.height);
  return pixels;
}

/** The image with no side longer than so many pixels; itself where none is. */
function fitted(pixels: Pixels, longest: number): Pixels {
  const scale = longest / Math.max(pixels.width, pixels.height);
  if (scale >= 1) return pixels;
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  return shrink(pixels, side(pixels.width), side(pixels.height));
}

/** How many times the bytes of its JPEG a PNG may have: photos have more, screens and drawings fewer. */
const PNG_FACTOR = 2;
/** A PNG of so many bytes is kept whatever its JPEG has. */
const SMALL_PNG = 65_536;

/** As PNG what shines through and what was drawn; as JPEG photos, and what would take too much space. */
async function stored(format: ImageFormat, pixels: Pixels): Promise<{ type: StoredType; bytes: Uint8Array }> {
  const isSolid = isOpaque(pixels);
  if (isSolid && format !== 'png') return { type: 'image/jpeg', bytes: await toJpeg(pixels) };
  const png = await toPng(pixels);
  if (!isSolid && png.length <= MAX_PNG_BYTES) return { type: 'image/png', bytes: png };
  const jpeg = await toJpeg(isSolid ? pixels : onWhite(pixels));
  const isDrawn = isSolid && png.length <= Math.max(SMALL_PNG, Math.min(MAX_PNG_BYTES, PNG_FACTOR * jpeg.length));
  return isDrawn ? { type: 'image/png', bytes: png } : { type: 'image/jpeg', bytes: jpeg };
}
