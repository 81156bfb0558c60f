import type { CheerioAPI } from 'cheerio';
import type { ListingMedia } from '../port.ts';
import { distinct, oneLine, present, timestampOf } from './clean.ts';
import type { TreeBudget } from './document.ts';
import { textOfMarkup } from './flow.ts';
import { LIMITS } from './limits.ts';
import { absoluteUrl, imageAt } from './links.ts';
import { type Facts, noFacts } from './merge.ts';

/** Elements that are looked at. */
const MAX_ELEMENTS = 500;

/** Data in the page's meta elements: Open Graph, Twitter cards and the plain ones. */
export function factsOfMeta($: CheerioAPI, base: string, budget: TreeBudget): Facts {
  const contents = contentsByName($);
  const all = (name: string) => contents.get(name) ?? [];
  const first = (limit: number, ...names: string[]) =>
    oneLine(textOfMarkup(names.flatMap(all).find((content) => content.trim() !== '') ?? '', budget), limit);
  const urls = (name: string) =>
    all(name)
      .map((link) => absoluteUrl(link, base))
      .filter((url) => url !== undefined);
  const media = (kind: ListingMedia['kind'], ...names: string[]) => names.flatMap(urls).map((url) => ({ kind, url }));

  return {
    ...noFacts,
    title: first(LIMITS.title, 'og:title', 'twitter:title'),
    shortDescription: first(LIMITS.shortDescription, 'description', 'og:description', 'twitter:description'),
    keywords: present(
      all('keywords')
        .flatMap((content) => content.split(','))
        .map((word) => oneLine(word, LIMITS.keyword)),
      LIMITS.keywords,
    ),
    categories: distinct([first(LIMITS.category, 'product:category', 'category')], LIMITS.categories),
    vendor: first(LIMITS.vendor, 'product:brand', 'author'),
    logo: imageAt(urls('og:logo')[0]),
    picture: imageAt(['og:image', 'og:image:url', 'twitter:image'].flatMap(urls)[0]),
    media: [...media('image', 'og:image'), ...media('video', 'og:video', 'og:video:url')].slice(0, LIMITS.media),
    publishedAt: all('article:published_time').map(timestampOf).find(Boolean),
  };
}

/** Contents by name or property, in document order. */
function contentsByName($: CheerioAPI): Map<string, string[]> {
  const contents = new Map<string, string[]>();
  for (const { attribs } of $('meta[content]').toArray().slice(0, MAX_ELEMENTS)) {
    const name = (attribs.property ?? attribs.name ?? '').trim().toLowerCase();
    const content = attribs.content ?? '';
    if (name !== '') contents.set(name, [...(contents.get(name) ?? []), content]);
  }
  return contents;
}
