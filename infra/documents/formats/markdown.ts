import { Lexer } from 'marked';
import type { Section } from '../port.ts';
import { decode, Outline } from './sections.ts';

/** Markdown as it is written, in sections by its headings. Only its blocks are parsed: emphasis and links take time that grows faster. */
export function readMarkdown(bytes: Uint8Array): Section[] {
  const outline = new Outline();
  for (const token of new Lexer().blockTokens(decode(bytes).replace(/\r\n?/g, '\n'))) {
    if (token.type === 'heading') outline.heading(token['depth'] as number, token['text'] as string);
    else outline.add(token.raw);
  }
  return outline.end();
}
