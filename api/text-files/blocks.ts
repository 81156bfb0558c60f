import { marked, type Token, type Tokens } from 'marked';
import type { Style } from '../pdf/typesetter.ts';
import { isSafeAddress } from './safe-address.ts';

/** A heading or a paragraph of a page. */
export interface Block {
  /** Element of a document's structure. */
  tag: 'H1' | 'H2' | 'H3' | 'H4' | 'H5' | 'H6' | 'P';
  text: string;
  style: Style;
  /** From the left margin, points. */
  indent: number;
  /** To what stands above, points. */
  gap: number;
}

const TEXT: Style = { size: 10.5 };
const SMALL: Style = { size: 9, color: '#333333' };
/** Sizes of headings by their level, points. */
const HEADING_SIZES = [20, 16, 13.5, 12, 11, 11] as const;
const INDENT = 18;
const GAP = 6;
const MOST_INDENTS = 8;

/** The headings and paragraphs of a Markdown text; emphasis is left out, an address stands behind its link. */
export function blocksOf(body: string): Block[] {
  return marked.lexer(body).flatMap((token) => blocksIn(token as Tokens.Generic, 0));
}

function blocksIn(token: Tokens.Generic, depth: number): Block[] {
  switch (token.type) {
    case 'space':
    case 'def':
    case 'hr':
      return [];
    case 'heading':
      return [headingOf(token as Tokens.Heading)];
    case 'list':
      return listOf(token as Tokens.List, depth);
    case 'blockquote':
      return (token.tokens ?? []).flatMap((each) => blocksIn(each as Tokens.Generic, depth + 1));
    case 'table':
      return tableOf(token as Tokens.Table, depth);
    default:
      return [paragraph(token.tokens ? textOf(token.tokens) : String(token['text'] ?? token.raw), depth)];
  }
}

function headingOf({ depth, tokens }: Tokens.Heading): Block {
  const level = Math.min(depth, HEADING_SIZES.length) as 1 | 2 | 3 | 4 | 5 | 6;
  const size = HEADING_SIZES[level - 1] ?? HEADING_SIZES[5];
  return { tag: `H${level}`, text: textOf(tokens), style: { size, bold: true }, indent: 0, gap: size };
}

function listOf({ ordered, start, items }: Tokens.List, depth: number): Block[] {
  return items.flatMap((item, index) => {
    const mark = ordered ? `${Number(start) + index}.` : '•';
    return item.tokens
      .flatMap((token) => blocksIn(token as Tokens.Generic, depth + 1))
      .map((block, place) => (place === 0 ? { ...block, text: `${mark} ${block.text}`, gap: GAP / 2 } : block));
  });
}

function tableOf({ header, rows }: Tokens.Table, depth: number): Block[] {
  const rowOf = (cells: readonly Tokens.TableCell[], style: Style): Block => {
    return { ...paragraph(cells.map(({ tokens }) => textOf(tokens)).join('  |  '), depth), style, gap: GAP / 2 };
  };
  return [rowOf(header, { ...SMALL, bold: true }), ...rows.map((cells) => rowOf(cells, SMALL))];
}

function paragraph(text: string, depth: number): Block {
  return { tag: 'P', text, style: TEXT, indent: Math.min(depth, MOST_INDENTS) * INDENT, gap: GAP };
}

function textOf(tokens: readonly Token[] = []): string {
  return tokens.map((token) => plainText(token as Tokens.Generic)).join('');
}

function plainText(token: Tokens.Generic): string {
  if (token.type === 'br') return '\n';
  const text = token.tokens ? textOf(token.tokens) : String(token['text'] ?? token.raw);
  const address = token.type === 'link' ? String(token['href']) : text;
  return address !== text && isSafeAddress(address) ? `${text} (${address})` : text;
}
