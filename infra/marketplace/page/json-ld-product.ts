import type { CheerioAPI } from 'cheerio';
import { isNode, type JsonNode, textsOf, valuesOf } from './json-node.ts';
import { LIMITS } from './limits.ts';
import { withoutEntities } from './markup.ts';

/** Types of schema.org under which marketplaces describe what they sell. */
const productTypes = new Set([
  'Product',
  'ProductGroup',
  'IndividualProduct',
  'SoftwareApplication',
  'WebApplication',
  'MobileApplication',
  'WebAPI',
  'Service',
]);

/** Properties that lead to the objects a page is about. */
const containers = ['@graph', 'mainEntity', 'mainEntityOfPage', 'about', 'itemOffered'];

/** The object of the page's JSON-LD that describes the listing: the one that names its id, else the first product; undefined without. */
export function findProduct($: CheerioAPI, listingId: string): JsonNode | undefined {
  const products = [...nodesIn(blocksOf($))].filter(isProduct);
  return products.find((node) => names(node, listingId)) ?? products[0];
}

/** Parsed blocks; what is no JSON is left out. */
function blocksOf($: CheerioAPI): unknown[] {
  return $('script')
    .toArray()
    .filter((script) => /^application\/ld\+json\s*(;|$)/i.test(script.attribs.type?.trim() ?? ''))
    .slice(0, LIMITS.jsonLdBlocks)
    .flatMap((script) => parse($(script).text()));
}

function parse(text: string): unknown[] {
  for (const candidate of [text, text.includes('&quot;') ? withoutEntities(text) : undefined]) {
    if (candidate === undefined) continue;
    try {
      return [JSON.parse(candidate)];
    } catch {
      // Pages carry broken blocks beside good ones.
    }
  }
  return [];
}

/** The objects of all blocks in document order, with what their containers hold. */
function* nodesIn(blocks: unknown[]): Generator<JsonNode> {
  const waiting = blocks.reverse();
  for (let seen = 0; waiting.length > 0 && seen < LIMITS.jsonLdNodes; seen += 1) {
    const value = waiting.pop();
    if (Array.isArray(value)) push(waiting, value);
    else if (isNode(value)) {
      yield value;
      for (const container of containers) push(waiting, valuesOf(value, container));
    }
  }
}

function push(waiting: unknown[], values: readonly unknown[]): void {
  for (let index = Math.min(values.length, LIMITS.jsonLdNodes) - 1; index >= 0; index -= 1) waiting.push(values[index]);
}

function isProduct(node: JsonNode): boolean {
  return textsOf(node, '@type').some((type) =>
    productTypes.has(type.replace(/^(https?:\/\/)?schema\.org\/|^schema:/i, '')),
  );
}

function names(node: JsonNode, listingId: string): boolean {
  return textsOf(node, 'sku', 'productID', 'identifier', '@id', 'url').some(
    (text) => text === listingId || text.replace(/[#?].*$/s, '').endsWith(`/${listingId}`),
  );
}
