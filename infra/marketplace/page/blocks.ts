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
