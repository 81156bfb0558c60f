import { cutAtWord, oneLine } from '../kernel/words.ts';

/** Images and links in Markdown, of which the words stay. */
const MARKDOWN_LINK = /!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g;
const ADDRESS = /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)\S*|\b(?:javascript|data|mailto|vbscript|file):\S+/gi;
const TAG = /<\/?[a-z!][^>]*>?/gi;
const FENCE = /`{3,}|~{3,}/g;
/** Marks by which citations are shown, and marks of blocks at the beginning of a line. */
const CITATION_MARK = /\[\^?\d+\]/g;
const BLOCK_MARK = /^(?:#{1,6}|>|[-*+]|\d+[.)]|\|)\s+/;

/**
 * A line of text that does nothing where it is shown: no links, images, markup or marks of citations, whatever a document talked the
 * AI into.
 */
export function inertLine(text: string, maxCharacters: number): string {
  let line = oneLine(text.replace(/[\u{E0000}-\u{E007F}\u00AD]/gu, ''));
  // What is taken out may leave together what was apart.
  for (let before = ''; before !== line; ) {
    before = line;
    line = line
      .replace(MARKDOWN_LINK, '$1')
      .replace(TAG, '')
      .replace(ADDRESS, '')
      .replace(FENCE, '')
      .replace(CITATION_MARK, '')
      .replace(BLOCK_MARK, '')
      .replace(/\s+/g, ' ')
      .trim();
  }
  return cutAtWord(line, maxCharacters);
}
