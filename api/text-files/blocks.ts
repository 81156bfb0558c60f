import type { Token, Tokens } from 'marked';
import type { Style } from '../pdf/typesetter.ts';
import { imageAt, type TextImage } from './images.ts';
import { isSafeAddress } from './safe-address.ts';
import { tokensOf } from './tokens.ts';

/** What stands below one another on a page. */
interface Placed {
  /** From the left margin, points. */
  indent: number;
  /** To what stands above, points. */
  gap: number;
}

/** A heading or a paragraph of a page. */
export interface TextBlock extends Placed {
  /** Element of a document's structure. */
  tag: 'H1' | 'H2' | 'H3' | 'H4' | 'H5' | 'H6' | 'P';
  text: string;
  style: Style;
}

/** A picture of a page. */
export interface PictureBlock extends Placed {
  tag: 'Figure';
  image: TextImage;
  /** What is to be seen. */
  alt: string;
}

/** What a page is made of. */
export type Block = TextBlock | PictureBlock;

const TEXT: Style = { size: 10.5 };
const SMALL: Style = { size: 9, color: '#333333' };
/** Sizes of headings by their level, points. */
const HEADING_SIZES = [20, 16, 13.5, 12, 11, 11] as const;
const INDENT = 18;
const GAP = 6;
const MOST_INDENTS = 8;

/** Most pictures of a file, each as often as the text shows it; of the others it has the words. */
const MAX_PICTURES = 100;

/**
 * The headings, paragraphs and pictures of a Markdown text; emphasis is left out, an address stands behind its link. Pictures stand below the
 * paragraph that shows them; of those in headings and tables, and of what is no image here, there are the words.
 */
export function blocksOf(body: string, images: readonly TextImage[] = []): Block[] {
  const reader = { images, room: MAX_PICTURES };
  return tokensOf(body).flatMap((token) => blocksIn(reader, token as Tokens.Generic, 0));
}

interface Reader {
  images: readonly TextImage[];
  /** Pictures that there may still be. */
  room: number;
}

function blocksIn(reader: Reader, token: Tokens.Generic, depth: number): Block[] {
  switch (token.type) {
    case 'space':
    case 'def':
    case 'hr':
      return [];
    case 'heading':
      return [headingOf(token as Tokens.Heading)];
    case 'list':
      return listOf(reader, token as Tokens.List, depth);
    case 'blockquote':
      return (token.tokens ?? []).flatMap((each) => blocksIn(reader, each as Tokens.Generic, depth + 1));
    case 'table':
      return tableOf(token as Tokens.Table, depth);
    default:
      return token.tokens
        ? paragraphsOf(reader, token.tokens, depth)
        : [paragraph(String(token['text'] ?? token.raw), depth)];
  }
}

function paragraphsOf(reader: Reader, tokens: readonly Token[], depth: number): Block[] {
  const pictures = new Map<Token, PictureBlock>();
  findPictures(reader, tokens, depth, pictures);
  const text = textOf(tokens, pictures);
  return [...(text.trim() === '' ? [] : [paragraph(text, depth)]), ...pictures.values()];
}

function findPictures(reader: Reader, tokens: readonly Token[], depth: number, found: Map<Token, PictureBlock>): void {
  for (const token of tokens as readonly Tokens.Generic[]) {
    const image = token.type === 'image' ? imageAt(reader.images, String(token['href'])) : undefined;
    if (image && reader.room > 0) {
      reader.room -= 1;
      const alt = String(token['text'] || image.alt_text);
      found.set(token as Token, { tag: 'Figure', image, alt, indent: indentAt(depth), gap: GAP });
    } else if (token.tokens) findPictures(reader, token.tokens, depth, found);
  }
}

function headingOf({ depth, tokens }: Tokens.Heading): TextBlock {
  const level = Math.min(depth, HEADING_SIZES.length) as 1 | 2 | 3 | 4 | 5 | 6;
  const size = HEADING_SIZES[level - 1] ?? HEADING_SIZES[5];
  return { tag: `H${level}`, text: textOf(tokens), style: { size, bold: true }, indent: 0, gap: size };
}

function listOf(reader: Reader, { ordered, start, items }: Tokens.List, depth: number): Block[] {
  return items.flatMap((item, index) => {
    const mark = ordered ? `${Number(start) + index}.` : '•';
    const [first, ...others] = item.tokens.flatMap((token) => blocksIn(reader, token as Tokens.Generic, depth + 1));
    if (!first) return [];
    const marked =
      first.tag === 'Figure' ? [paragraph(mark, depth + 1), first] : [{ ...first, text: `${mark} ${first.text}` }];
    return [...marked.map((block, place) => (place === 0 ? { ...block, gap: GAP / 2 } : block)), ...others];
  });
}

function tableOf({ header, rows }: Tokens.Table, depth: number): Block[] {
  const rowOf = (cells: readonly Tokens.TableCell[], style: Style): TextBlock => {
    return { ...paragraph(cells.map(({ tokens }) => textOf(tokens)).join('  |  '), depth), style, gap: GAP / 2 };
  };
  return [rowOf(header, { ...SMALL, bold: true }), ...rows.map((cells) => rowOf(cells, SMALL))];
}

function paragraph(text: string, depth: number): TextBlock {
  return { tag: 'P', text, style: TEXT, indent: indentAt(depth), gap: GAP };
}

function indentAt(depth: number): number {
  return Math.min(depth, MOST_INDENTS) * INDENT;
}

/** The words of a text but for those of its pictures. */
function textOf(tokens: readonly Token[] = [], pictures: ReadonlyMap<Token, PictureBlock> = new Map()): string {
  return tokens.map((token) => (pictures.has(token) ? '' : plainText(token as Tokens.Generic, pictures))).join('');
}

function plainText(token: Tokens.Generic, pictures: ReadonlyMap<Token, PictureBlock>): string {
  if (token.type === 'br') return '\n';
  const text = token.tokens ? textOf(token.tokens, pictures) : String(token['text'] ?? token.raw);
  const address = token.type === 'link' ? String(token['href']) : text;
  return address !== text && isSafeAddress(address) ? `${text} (${address})` : text;
}
