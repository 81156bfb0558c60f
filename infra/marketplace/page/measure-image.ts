import { imageSize } from 'image-size';
import type { ListingImage } from '../port.ts';
import { imageFormatOf } from './links.ts';

/** What the first bytes of an image show. */
export type ImageMeasure = Pick<ListingImage, 'format' | 'width' | 'height'>;

/** Largest plausible size, pixels. */
const MAX_PIXELS = 100_000;

/** Format and size out of the beginning of an image; null when it is no image, or of none of the formats of listings. */
export function measureImage(bytes: Uint8Array): ImageMeasure | null {
  try {
    const { type, width, height } = imageSize(bytes);
    const format = imageFormatOf(type);
    // The library takes a web page with a drawing in it for one.
    if (format === 'svg' && !looksLikeSvg(bytes)) return null;
    return format === null ? null : { format, width: pixels(width), height: pixels(height) };
  } catch {
    // An SVG without a size of its own is one all the same.
    return looksLikeSvg(bytes) ? { format: 'svg', width: null, height: null } : null;
  }
}

function pixels(size: number): number | null {
  return size >= 1 && size <= MAX_PIXELS ? Math.round(size) : null;
}

function looksLikeSvg(bytes: Uint8Array): boolean {
  const beginning = Buffer.from(bytes.subarray(0, 4_096)).toString('utf8');
  return (
    /^\ufeff?\s*<(svg|\?xml|!--|!doctype svg)/i.test(beginning) &&
    /<svg\b/i.test(beginning) &&
    !/<html\b/i.test(beginning)
  );
}
