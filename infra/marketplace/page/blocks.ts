import type { LongDescription } from '../port.ts';
import { cut, wellFormed } from './clean.ts';
import { LIMITS } from './limits.ts';

/** A piece of text that stands by itself. */
export interface Block {
  kind: 'heading' | 'paragraph' | 'item';
  text: string;
}

const bullet = /^\s*(?:[•●▪‣◦·*–—-]|\d{1,2}[.)])\s+/;

/**
 * The blocks of a text whose structure is in its line feeds: an empty line ends a paragraph, a line that begins like a list's entry is
 * an item.
 */
export function blocksOfText(text: string): Block[] {
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', text: paragraph.join(' ') });
    paragraph = [];
  };
  for (const raw of text.split('\n')) {
    const line = raw.replace(/\s+/g, ' ').trim();
    if (line === '') endParagraph();
    else if (bullet.test(line)) {
      endParagraph();
      blocks.push({ kind: 'item', text: line.replace(bullet, '') });
    } else paragraph.push(line);
  }
  endParagraph();
  return blocks.filter((block) => block.text !== '');
}

/** A heading that names the section rather than something about the product. */
const sectionTitle = /^(product )?(description|overview|details|about( .{0,80})?)$/i;

/** The long description out of its blocks; undefined when there is no text in them. The structure is counted over the whole of it. */
export function longDescriptionOf(blocks: readonly Block[]): LongDescription | undefined {
  const [first] = blocks;
  const own = first?.kind === 'heading' && sectionTitle.test(first.text) ? blocks.slice(1) : blocks;
  const count = (kind: Block['kind']) => own.filter((block) => block.kind === kind).length;
  const whole = wellFormed(own.map((block) => block.text).join('\n')).trim();
  if (whole === '') return undefined;
  return {
    text: cut(whole, LIMITS.longDescription),
    ...(whole.length > LIMITS.longDescription ? { cut: true } : {}),
    headings: count('heading'),
    paragraphs: count('paragraph'),
    bulletItems: count('item'),
  };
}
