import { type Block, blocksOfText } from './blocks.ts';
import { parseFragment } from './document.ts';
import { blocksOf } from './flow.ts';

/** Longest text that is looked at for markup. */
const MAX_LENGTH = 500_000;

/**
 * The blocks of a text that may hold markup, such as descriptions in JSON-LD: `<p>…`, or the same encoded once more as `&lt;p&gt;…`,
 * or plain lines with a few entities.
 */
export function blocksOfMarkup(text: string): Block[] {
  const bounded = text.slice(0, MAX_LENGTH);
  const decoded = hasTags(bounded) ? bounded : withoutEntities(bounded);
  return hasTags(decoded) ? blocksOf(parseFragment(decoded).root().toArray()) : blocksOfText(decoded);
}

/** The same as one text, without its structure. */
export function textOfMarkup(text: string): string {
  return blocksOfMarkup(text)
    .map((block) => block.text)
    .join(' ');
}

function hasTags(text: string): boolean {
  return /<[a-z!/]/i.test(text);
}

/** A text with its character references replaced; line feeds stay. */
export function withoutEntities(text: string): string {
  return text.includes('&') ? parseFragment(text).text() : text;
}
