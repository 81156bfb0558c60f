import { cutAtWord } from '../kernel/words.ts';
import type { KanbanStatus } from './table.ts';

/** Columns of the board, in order, with their labels; the external contract names them. */
export const COLUMNS: Record<KanbanStatus, string> = {
  generated: 'Generated',
  review: 'In Review',
  ready: 'Ready',
  published: 'Published',
};

const PREVIEW_LENGTH = 240;

/** Beginning of a Markdown text without its marks, cut at a word. */
export function previewOf(markdown: string): string {
  const plain = toPlainText(markdown).replaceAll(/\s+/g, ' ').trim();
  return cutAtWord(plain, PREVIEW_LENGTH);
}

/** Markdown as plain text: headings, emphasis, lists, quotes and links lose their marks, the words stay. */
export function toPlainText(markdown: string): string {
  return markdown
    .split('\n')
    .map((line) =>
      line
        .replace(/^\s{0,3}(#{1,6}|>|[-*+]|\d{1,9}[.)])\s+/, '')
        // Without brackets within, so that a text of nothing but brackets is read once.
        .replaceAll(/!?\[([^\][]{0,500})\]\([^)[]{0,2000}\)/g, '$1')
        .replaceAll(/\*\*|\*|`|(?<!\w)_{1,3}(?=\S)|(?<=\S)_{1,3}(?!\w)/g, ''),
    )
    .join('\n')
    .trim();
}
