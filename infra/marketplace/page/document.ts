import { isUtf8 } from 'node:buffer';
import { type CheerioAPI, load, loadBuffer } from 'cheerio';
import { boundedTree, type TreeBudget } from './bounded-tree.ts';

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
