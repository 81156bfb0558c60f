import { adapter } from 'parse5-htmlparser2-tree-adapter';

/** Elements and comments of a page; busy listings of real marketplaces have some 5,000. */
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

/**
 * The parser's way of making a tree, with an end: the parser itself makes elements without number out of few tags, because it
 * repeats unclosed formatting. Good for one parse, which throws TooComplex.
 */
export function boundedTree(): typeof adapter {
  let nodes = 0;
  let attributes = 0;
  let depth = 0;
  const count = (made: number, given = 0) => {
    nodes += made;
    attributes += given;
    if (nodes > MAX_NODES || attributes > MAX_ATTRIBUTES) throw new TooComplex();
  };
  return {
    ...adapter,
    createElement(name, namespace, given) {
      count(1, given.length);
      return adapter.createElement(name, namespace, given);
    },
    createCommentNode(text) {
      count(1);
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
