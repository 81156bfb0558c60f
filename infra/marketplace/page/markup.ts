import { type Block, blocksOfText } from './blocks.ts';
import type { TreeBudget } from './bounded-tree.ts';
import { parseFragment } from './document.ts';
import { blocksOf } from './flow.ts';

/** Longest text that is looked at for markup. */
const MAX_LENGTH = 500_000;

/**
 * The blocks of a text that may hold markup, such as descriptions in JSON-LD: `<p>…`, or the same encoded once more as `&lt;p&gt;…`,
 * or plain lines with a few entities. Throws TooComplex.
 */
export function blocksOfMarkup(text: string, budget: TreeBudget): Block[] {
  const bounded = text.slice(0, MAX_LENGTH);
  const decoded = hasTags(bounded) ? bounded : withoutEntities(bounded, budget);
  return hasTags(decoded) ? blocksOf(parseFragment(decoded, budget).root().toArray()) : blocksOfText(decoded);
}

/** The same as one text, without its structure. Throws TooComplex. */
export function textOfMarkup(text: string, budget: TreeBudget): string {
  return blocksOfMarkup(text, budget)
    .map((block) => block.text)
    .join(' ');
}

function hasTags(text: string): boolean {
  return /<[a-z!/]/i.test(text);
}

/** A text with its character references replaced; line feeds stay. Throws TooComplex. */
export function withoutEntities(text: string, budget: TreeBudget): string {
  return text.includes('&') ? parseFragment(text, budget).text() : text;
}
