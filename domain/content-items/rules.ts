import { cutAtWord } from '../kernel/words.ts';
import type { KanbanStatus } from './table.ts';

/** Columns of the board, in order, with their labels; part of the API contract. */
export const COLUMNS: Record<KanbanStatus, string> = {
  generated: 'Generated',
  review: 'In Review',
  ready: 'Ready',
  published: 'Published',
};

const PREVIEW_LENGTH = 240;

/** Beginning of a Markdown text as plain text, cut at a word. */
export function previewOf(markdown: string): string {
  const plain = toPlainText(markdown).replaceAll(/\s+/g, ' ').trim();
  return cutAtWord(plain, PREVIEW_LENGTH);
}

/** Strips Markdown from headings, emphasis, lists, quotes and links. */
export function toPlainText(markdown: string): string {
  return markdown
    .split('\n')
    .map((line) =>
      line
        .replace(/^\s{0,3}(#{1,6}|>|[-*+]|\d{1,9}[.)])\s+/, '')
        // No nested brackets, so that a text of only brackets takes linear time.
        .replaceAll(/!?\[([^\][]{0,500})\]\([^)[]{0,2000}\)/g, '$1')
        .replaceAll(/\*\*|\*|`|(?<!\w)_{1,3}(?=\S)|(?<=\S)_{1,3}(?!\w)/g, ''),
    )
    .join('\n')
    .trim();
}
