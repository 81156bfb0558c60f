import { marked } from 'marked';
import type { Section } from '../port.ts';
import { decode, Outline } from './sections.ts';

/** Markdown as it is written, in sections by its headings. */
export function readMarkdown(bytes: Uint8Array): Section[] {
  const outline = new Outline();
  for (const token of marked.lexer(decode(bytes))) {
    if (token.type === 'heading') outline.heading(token['depth'] as number, token['text'] as string);
    else outline.add(token.raw);
  }
  return outline.end();
}
