import { isUtf8 } from 'node:buffer';
import { type CheerioAPI, load, loadBuffer } from 'cheerio';
import { adapter } from 'parse5-htmlparser2-tree-adapter';

/** Bytes of a page that are searched for its encoding declaration; the standard requires 1,024. */
const SNIFFED_BYTES = 4_096;

/**
 * The tree of a page in whatever encoding it comes: by its byte order mark, the answer's charset, or its own meta element; failing
 * all, UTF-8 when it is valid and windows-1252 otherwise. Throws TooComplex.
 */
export function parseDocument(bytes: Uint8Array, charset: string | undefined, budget: TreeBudget): CheerioAPI {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return loadBuffer(buffer, {
    treeAdapter: boundedTree(budget),
    encoding: {
      maxBytes: SNIFFED_BYTES,
      defaultEncoding: isUtf8(buffer) ? 'utf-8' : 'windows-1252',
      ...(charset === undefined ? {} : { transportLayerEncodingLabel: charset }),
    },
  });
}

/** The tree of a piece of markup. Throws TooComplex. */
export function parseFragment(markup: string, budget: TreeBudget): CheerioAPI {
  return load(markup, { treeAdapter: boundedTree(budget) }, false);
}

/** Elements and comments of a page and of the markup within its values together; busy listings of real marketplaces have some 5,000. */
const MAX_NODES = 50_000;

/**
 * Elements inside one another. The parser looks through all open elements for many of its tags, which takes minutes for 100,000 of
 * them; browsers stop at 512, too.
 */
const MAX_DEPTH = 512;

/** Attributes of all elements together. */
const MAX_ATTRIBUTES = 500_000;

/** A page that would take more time or memory than a listing is worth. */
export class TooComplex extends Error {
  constructor() {
    super('The page has too many elements, or too many inside one another');
    this.name = 'TooComplex';
  }
}

/** What the trees of one page may have together: each of hundreds of values may hold markup, which is a parse of its own. */
export class TreeBudget {
  #nodes = 0;
  #attributes = 0;

  /** Counts an element or comment with its attributes; throws TooComplex when there have been too many. */
  spend(attributes = 0): void {
    this.#nodes += 1;
    this.#attributes += attributes;
    if (this.#nodes > MAX_NODES || this.#attributes > MAX_ATTRIBUTES) throw new TooComplex();
  }
}

/**
 * The parser's way of making a tree, with an end: the parser itself makes elements without number out of few tags, because it
 * repeats unclosed formatting. Good for one parse, which throws TooComplex.
 */
function boundedTree(budget: TreeBudget): typeof adapter {
  let depth = 0;
  return {
    ...adapter,
    createElement(name, namespace, given) {
      budget.spend(given.length);
      return adapter.createElement(name, namespace, given);
    },
    createCommentNode(text) {
      budget.spend();
      return adapter.createCommentNode(text);
    },
    onItemPush() {
      depth += 1;
      if (depth > MAX_DEPTH) throw new TooComplex();
    },
    onItemPop() {
      depth -= 1;
    },
  };
}
