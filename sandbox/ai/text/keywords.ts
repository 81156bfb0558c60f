import type { Author } from './author.ts';
import { type Document, render } from './document.ts';

/** Makes sure that every keyword of the brief is in the text, early enough to survive a cut. */
export function addKeywords(document: Document, author: Author): void {
  const parts = document.parts.filter(({ style, closed }) => style === 'prose' && !closed);
  const text = render(document).toLowerCase();
  const missing = author.keywordSentences().filter(({ keyword }) => !text.includes(keyword.toLowerCase()));
  for (const [index, { sentence }] of missing.entries()) {
    const sentences = parts[(index + 1) % parts.length]?.items[0];
    sentences?.splice(1, 0, sentence);
  }
}
