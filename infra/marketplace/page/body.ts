import type { CheerioAPI } from 'cheerio';
import type { Element } from 'domhandler';
import type { ListingImage, ListingMedia } from '../port.ts';
import { longDescriptionOf } from './blocks.ts';
import { distinct, oneLine, present, timestampOf } from './clean.ts';
import { blocksOf, linesOf, textOf } from './flow.ts';
import { LIMITS } from './limits.ts';
import { absoluteUrl, imageAt, mediaKindOf } from './links.ts';
import type { Facts } from './merge.ts';

/** Where each part stands, the surest place first. Simple selectors only: they take time in proportion to the page. */
const places = {
  title: ['h1[itemprop="name"]', 'h1', '[itemprop="name"]'],
  shortDescription: [
    '[itemprop="disambiguatingDescription"]',
    '[itemprop="abstract"]',
    '#short-description',
    '.short-description',
  ],
  description: ['#description', '#product-description', '#long-description', '#overview', '[itemprop="description"]'],
  highlights: ['#highlights', '#key-features', '.highlights', '[itemprop="featureList"]'],
  keywords: ['#keywords', '#tags', '[itemprop="keywords"]'],
  categories: ['#categories', '[itemprop="category"]', '[itemprop="applicationCategory"]'],
  vendor: ['[itemprop="brand"]', '[itemprop="manufacturer"]', '[itemprop="author"]', '#vendor', '#seller', '.vendor'],
  logo: ['img[itemprop="logo"]', '#logo', '#product-logo', 'img.product-logo'],
  media: ['#media', '#gallery', '#screenshots', '#resources'],
  publishedAt: ['[itemprop="datePublished"]', '[itemprop="releaseDate"]'],
} as const;

/** What the body of the page shows: microdata and sections that are named for what they hold. */
export function factsOfBody($: CheerioAPI, base: string): Facts {
  const all = (part: keyof typeof places) =>
    places[part].flatMap((place) => $(place).toArray().slice(0, LIMITS.places));
  const line = (part: keyof typeof places, limit: number) =>
    firstOf(all(part), (element) => oneLine(shown($, element), limit)) ?? '';
  const entries = (
    part: keyof typeof places,
    limit: number,
    most: number,
    unlisted = (place: Element) => shown($, place).split(','),
  ) =>
    firstOf(all(part), (place) => {
      const listed = $(place).find('li').toArray();
      const texts = listed.length > 0 ? listed.slice(0, most).map((item) => textOf([item])) : unlisted(place);
      const found = present(
        texts.slice(0, most).map((text) => oneLine(text, limit)),
        most,
      );
      return found.length > 0 ? found : undefined;
    }) ?? [];

  return {
    title: line('title', LIMITS.title),
    shortDescription: line('shortDescription', LIMITS.shortDescription),
    description: firstOf(all('description'), (element) => longDescriptionOf(blocksOf([element]))),
    highlights: entries('highlights', LIMITS.highlight, LIMITS.highlights, (place) => linesOf([place])),
    keywords: entries('keywords', LIMITS.keyword, LIMITS.keywords),
    categories: distinct(entries('categories', LIMITS.category, LIMITS.categories), LIMITS.categories),
    vendor: firstOf(all('vendor'), (element) => oneLine(nameIn($, element), LIMITS.vendor)) ?? '',
    logo: firstOf(all('logo'), (element) => logoIn($, element, base)),
    picture: undefined,
    media: all('media')
      .flatMap((place) => mediaIn($, place, base))
      .slice(0, LIMITS.media),
    publishedAt: firstOf(all('publishedAt'), (element) => timestampOf(element.attribs.datetime ?? shown($, element))),
  };
}

/** The first that is neither undefined nor empty. */
function firstOf<Found>(
  elements: readonly Element[],
  read: (element: Element) => Found | undefined,
): Found | undefined {
  for (const element of elements) {
    const found = read(element);
    if (found !== undefined && found !== '') return found;
  }
  return undefined;
}

/** Microdata stands in `content` where it is not for readers. */
function shown($: CheerioAPI, element: Element): string {
  return element.attribs.content ?? textOf($(element).toArray());
}

function nameIn($: CheerioAPI, element: Element): string {
  const [name] = $(element).find('[itemprop="name"]').toArray();
  return shown($, name ?? element);
}

function logoIn($: CheerioAPI, element: Element, base: string): ListingImage | undefined {
  const image = element.name === 'img' ? element : $(element).find('img').get(0);
  // Width and height of the element are those of its place on the page, not of the image.
  return imageAt(absoluteUrl(image?.attribs.src, base));
}

function mediaIn($: CheerioAPI, place: Element, base: string): ListingMedia[] {
  return $(place)
    .find('img[src], video[src], source[src], iframe[src], a[href]')
    .toArray()
    .flatMap((element): ListingMedia[] => {
      const url = absoluteUrl(element.attribs.src ?? element.attribs.href, base);
      const kind = url === undefined ? undefined : (mediaKindOf(url) ?? usualKind[element.name]);
      return url === undefined || kind === undefined ? [] : [{ kind, url }];
    });
}

/** Media kind by element, when the address does not show it; a link may lead anywhere. */
const usualKind: Record<string, ListingMedia['kind'] | undefined> = { img: 'image', video: 'video', source: 'video' };
