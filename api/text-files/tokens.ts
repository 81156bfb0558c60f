import { Parser } from 'htmlparser2';
import { marked, type Token, type Tokens } from 'marked';
import { xmlText } from '../xml-text.ts';

/** References to characters, by name or number (CommonMark, section 2.5). */
const REFERENCE = /&(?:#\d{1,7}|#[xX][\dA-Fa-f]{1,6}|[A-Za-z][A-Za-z\d]{1,31});/g;

/** The tokens of a Markdown text, which `marked` leaves as they are written, with characters in place of their references. */
export function tokensOf(body: string): Token[] {
  const tokens = marked.lexer(body);
  void marked.walkTokens(tokens, (token) => {
    const each = token as Tokens.Generic;
    const hasText = (each.type === 'text' && !each.tokens) || each.type === 'image';
    if (hasText) each['text'] = decoded(String(each['text']));
    if (each.type === 'image' || each.type === 'link') each['href'] = decoded(String(each['href']));
  });
  return tokens;
}

/** A text with characters in place of their references; unknown names stay. */
export function decoded(text: string): string {
  return text.includes('&') ? xmlText(text.replace(REFERENCE, characterOf)) : text;
}

function characterOf(reference: string): string {
  let character = '';
  const parser = new Parser({ ontext: (part) => (character += part) });
  parser.end(reference);
  return character;
}
