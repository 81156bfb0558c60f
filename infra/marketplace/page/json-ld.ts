import type { ListingImage, ListingMedia } from '../port.ts';
import { longDescriptionOf } from './blocks.ts';
import { distinct, oneLine, present, timestampOf } from './clean.ts';
import type { TreeBudget } from './document.ts';
import { blocksOfMarkup, textOfMarkup } from './flow.ts';
import { isNode, type JsonNode, textIn, textsOf, valuesOf } from './json-ld-product.ts';
import { LIMITS } from './limits.ts';
import { absoluteUrl, imageAt, imageFormatOf, mediaKindOf } from './links.ts';
import type { Facts } from './merge.ts';

/** Longest text of a measure: five digits, a fraction of noughts and a unit. */
const MAX_PIXEL_TEXT = 20;

/** Data of a product in the page's JSON-LD. `base`: base address of its links. Throws TooComplex. */
export function factsOfProduct(product: JsonNode, base: string, budget: TreeBudget): Facts {
  const lines = (texts: readonly string[], limit: number, most: number) =>
    present(
      texts.slice(0, most * 2).map((text) => oneLine(textOfMarkup(text, budget), limit)),
      most,
    );
  const first = (texts: readonly string[], limit: number) => lines(texts, limit, 1)[0] ?? '';
  const [description] = textsOf(product, 'description');
  return {
    title: first(textsOf(product, 'name', 'headline'), LIMITS.title),
    // All three mean "a short text about it"; `description` may be short or long.
    shortDescription: first(
      textsOf(product, 'disambiguatingDescription', 'abstract', 'slogan'),
      LIMITS.shortDescription,
    ),
    description: description === undefined ? undefined : longDescriptionOf(blocksOfMarkup(description, budget)),
    highlights: lines(highlightsOf(product), LIMITS.highlight, LIMITS.highlights),
    keywords: lines(textsOf(product, 'keywords').flatMap(splitAtCommas), LIMITS.keyword, LIMITS.keywords),
    categories: distinct(lines(categoriesOf(product), LIMITS.category, LIMITS.categories), LIMITS.categories),
    vendor: first(vendorsOf(product), LIMITS.vendor),
    logo: logoOf(product, base),
    picture: valuesOf(product, 'image')
      .slice(0, 1)
      .map((image) => imageOf(image, base))[0],
    media: mediaOf(product, base),
    publishedAt: textsOf(product, 'datePublished', 'releaseDate', 'dateCreated').map(timestampOf).find(Boolean),
  };
}

function splitAtCommas(text: string): string[] {
  return text.split(/[,;\n]/);
}

/** `featureList` of software is a list, or one text of lines; `positiveNotes` of products an ItemList. */
function highlightsOf(product: JsonNode): string[] {
  const notes = valuesOf(product, 'positiveNotes').flatMap((list) =>
    isNode(list) ? valuesOf(list, 'itemListElement').map(textIn) : [textIn(list)],
  );
  const features = textsOf(product, 'featureList');
  const found = features.length === 1 ? (features[0] ?? '').split('\n') : features;
  return [...found, ...notes.filter((note) => note !== undefined)];
}

/** `Software > Security` is two. */
function categoriesOf(product: JsonNode): string[] {
  const paths = textsOf(product, 'category', 'applicationCategory', 'applicationSubCategory');
  return paths.flatMap((path) => path.split(/\s[>›»]\s/));
}

function vendorsOf(product: JsonNode): string[] {
  const own = textsOf(product, 'brand', 'manufacturer', 'author', 'creator', 'provider', 'publisher');
  const sellers = valuesOf(product, 'offers')
    .filter(isNode)
    .flatMap((offer) => textsOf(offer, 'seller', 'offeredBy'));
  return [...own, ...sellers];
}

function logoOf(product: JsonNode, base: string): ListingImage | undefined {
  const makers = [...valuesOf(product, 'brand'), ...valuesOf(product, 'manufacturer')].filter(isNode);
  for (const owner of [product, ...makers]) {
    for (const value of valuesOf(owner, 'logo')) {
      const image = imageOf(value, base);
      if (image) return image;
    }
  }
  return undefined;
}

function imageOf(value: unknown, base: string): ListingImage | undefined {
  const image = imageAt(absoluteUrl(linkOf(value), base));
  if (!image || !isNode(value)) return image;
  return {
    ...image,
    format: imageFormatOf(textsOf(value, 'encodingFormat', 'fileFormat')[0]),
    width: pixels(value, 'width'),
    height: pixels(value, 'height'),
  };
}

/** `128`, `"128"`, `"128px"` or a QuantitativeValue. */
function pixels(image: JsonNode, property: string): number | null {
  const text = (textsOf(image, property)[0] ?? '').trim();
  const [, digits] = (text.length <= MAX_PIXEL_TEXT && /^(\d{1,5})(?:\.0+)?\s*(?:px)?$/i.exec(text)) || [];
  return digits === undefined || Number(digits) === 0 ? null : Number(digits);
}

function mediaOf(product: JsonNode, base: string): ListingMedia[] {
  const found: ListingMedia[] = [];
  const collect = (usual: ListingMedia['kind'], ...properties: string[]) => {
    for (const value of properties.flatMap((property) => valuesOf(product, property)).slice(0, LIMITS.media)) {
      const url = absoluteUrl(linkOf(value), base);
      if (url !== undefined) found.push({ kind: mediaKindOf(url) ?? usual, url });
    }
  };
  collect('image', 'screenshot', 'image');
  collect('video', 'video', 'trailer');
  collect('document', 'associatedMedia', 'subjectOf', 'softwareHelp');
  return found;
}

/** Where an image, video or document is: a bare address, or one of an object's. */
function linkOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return isNode(value) ? textsOf(value, 'contentUrl', 'embedUrl', 'url', '@id')[0] : undefined;
}
