import { imageSize } from 'image-size';
import type { ListingImage, ListingMedia } from '../port.ts';
import { LIMITS } from './limits.ts';

/** An absolute http or https address out of a link on the page; undefined for anything else. */
export function absoluteUrl(link: string | undefined, base: string): string | undefined {
  if (link === undefined || link.length > LIMITS.url) return undefined;
  const url = URL.parse(link.trim(), base);
  if (!url || !/^https?:$/.test(url.protocol) || url.href.length > LIMITS.url) return undefined;
  return url.href;
}

/** What the page's links are relative to: its own address unless its base element says otherwise. */
export function baseOf(baseHref: string | undefined, pageUrl: string): string {
  return absoluteUrl(baseHref, pageUrl) ?? pageUrl;
}

const extensions: Record<string, ListingMedia['kind']> = {
  ...kindFor('image', 'png jpg jpeg gif webp svg avif'),
  ...kindFor('video', 'mp4 webm mov m4v ogv m3u8'),
  ...kindFor('document', 'pdf doc docx ppt pptx'),
};

/** An image of which nothing is known but where it is; a file extension does not prove the format. */
export function imageAt(url: string | undefined): ListingImage | undefined {
  if (url === undefined) return undefined;
  return { url, format: null, width: null, height: null, bytes: null };
}

const videoHosts = /(^|\.)(youtube\.com|youtube-nocookie\.com|youtu\.be|vimeo\.com|wistia\.(com|net)|loom\.com)$/;

/** Kind of media at an address, as far as the address shows it. */
export function mediaKindOf(url: string): ListingMedia['kind'] | undefined {
  const { hostname, pathname } = new URL(url);
  if (videoHosts.test(hostname)) return 'video';
  const extension = /\.([a-z0-9]{2,5})$/i.exec(pathname)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(extensions, extension) ? extensions[extension] : undefined;
}

const formats = new Map<string, ListingImage['format']>([
  ['png', 'png'],
  ['apng', 'png'],
  ['jpg', 'jpeg'],
  ['jpeg', 'jpeg'],
  ['gif', 'gif'],
  ['webp', 'webp'],
  ['svg', 'svg'],
  ['svg+xml', 'svg'],
]);

/** Longest name of a format that is looked at: media types have at most 255 characters (RFC 6838). */
const MAX_FORMAT_NAME = 255;

/** The format behind a media type (`image/png`), an extension or a name; null where it is none that listings know. */
export function imageFormatOf(name: string | undefined): ListingImage['format'] {
  const [type = ''] = (name ?? '').slice(0, MAX_FORMAT_NAME).split(';', 1);
  const last =
    type
      .trim()
      .split(/[^a-z+]/i)
      .at(-1) ?? '';
  return formats.get(last.toLowerCase()) ?? null;
}

function kindFor(kind: ListingMedia['kind'], names: string): Record<string, ListingMedia['kind']> {
  return Object.fromEntries(names.split(' ').map((name) => [name, kind]));
}

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
