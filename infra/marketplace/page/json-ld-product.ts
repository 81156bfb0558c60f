import type { CheerioAPI } from 'cheerio';
import type { TreeBudget } from './document.ts';
import { withoutEntities } from './flow.ts';
import { LIMITS } from './limits.ts';

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

/** The products of the page's JSON-LD, in document order. Throws TooComplex. */
export function productsIn($: CheerioAPI, budget: TreeBudget): JsonNode[] {
  return [...nodesIn(blocksOf($, budget))].filter(isProduct);
}

/** Parsed blocks; what is no JSON is left out. */
function blocksOf($: CheerioAPI, budget: TreeBudget): unknown[] {
  return $('script')
    .toArray()
    .filter((script) => /^application\/ld\+json\s*(;|$)/i.test(script.attribs.type?.trim() ?? ''))
    .slice(0, LIMITS.jsonLdBlocks)
    .flatMap((script) => parse($(script).text(), budget));
}

/** Pages carry broken blocks beside good ones, and some that are encoded once too often. */
function parse(text: string, budget: TreeBudget): unknown[] {
  const found = parseJson(text);
  return found.length > 0 || !text.includes('&quot;') ? found : parseJson(withoutEntities(text, budget));
}

function parseJson(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
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

/** An object in JSON that somebody else wrote: of its properties only its own count, whatever they are called. */
export type JsonNode = Readonly<Record<string, unknown>>;

/** Whether the value is an object of JSON, and no list. */
export function isNode(value: unknown): value is JsonNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A property as a list: JSON-LD writes one value without its array. */
export function valuesOf(node: JsonNode, property: string): readonly unknown[] {
  if (!Object.hasOwn(node, property)) return [];
  const value = node[property];
  if (Array.isArray(value)) return value;
  return value === null || value === undefined ? [] : [value];
}

/** The text of a value: its own, or the name, value, text or address of an object. */
export function textIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (!isNode(value)) return undefined;
  for (const property of ['name', '@value', 'value', 'text', 'url', '@id']) {
    const inner = Object.hasOwn(value, property) ? value[property] : undefined;
    if (typeof inner === 'string' || typeof inner === 'number') return String(inner);
  }
  return undefined;
}

/** The texts of several properties, in the order they are named. */
export function textsOf(node: JsonNode, ...properties: string[]): string[] {
  return properties.flatMap((property) =>
    valuesOf(node, property).flatMap((value) => {
      const text = textIn(value);
      return text === undefined ? [] : [text];
    }),
  );
}
