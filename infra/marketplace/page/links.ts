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
