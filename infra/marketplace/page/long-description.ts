import type { LongDescription } from '../port.ts';
import type { Block } from './blocks.ts';
import { cut, wellFormed } from './clean.ts';
import { LIMITS } from './limits.ts';

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
