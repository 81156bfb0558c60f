import { cutAtWord, truncate } from '../kernel/words.ts';
import type { KanbanStatus } from './table.ts';

/** Columns of the board, in order, with their labels; part of the API contract. */
export const COLUMNS: Record<KanbanStatus, string> = {
  generated: 'Generated',
  review: 'In Review',
  ready: 'Ready',
  published: 'Published',
};

const PREVIEW_LENGTH = 240;
/** Characters of a text that its preview is made of; marks and addresses of links are left out of them. */
const PREVIEWED_LENGTH = 20_000;

/** Beginning of a Markdown text as plain text, cut at a word. */
export function previewOf(markdown: string): string {
  const plain = toPlainText(truncate(markdown, PREVIEWED_LENGTH)).replaceAll(/\s+/g, ' ').trim();
  return cutAtWord(plain, PREVIEW_LENGTH);
}

/** Strips Markdown from headings, emphasis, lists, quotes and links, each within its line: a text may have a hundred thousand lines. */
export function toPlainText(markdown: string): string {
  return (
    markdown
      .replaceAll(/(?<![^\n])[^\S\n]{0,3}(?:#{1,6}|>|[-*+]|\d{1,9}[.)])[^\S\n]+/g, '')
      // No nested brackets, so that a text of only brackets takes linear time.
      .replaceAll(/!?\[([^\][\n]{0,500})\]\([^)[\n]{0,2000}\)/g, '$1')
      .replaceAll(/\*\*|\*|`|(?<!\w)_{1,3}(?=\S)|(?<=\S)_{1,3}(?!\w)/g, '')
      .trim()
  );
}
