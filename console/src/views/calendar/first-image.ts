const BEGIN = '![';
const ADDRESS = '](';
/** Longest words beside an image, characters. */
const MAX_TEXT = 500;
/** Longest address of an image of the item, characters. */
const MAX_ADDRESS = 'image:'.length + 15;

/** The first image of its own that a text shows, with the words beside it; undefined where it shows none. */
export function firstImage(markdown: string): { href: string; text: string } | undefined {
  for (let at = markdown.indexOf('](image:'); at !== -1; at = markdown.indexOf('](image:', at + 1)) {
    const before = markdown.slice(Math.max(0, at - MAX_TEXT), at);
    const begin = before.lastIndexOf(BEGIN);
    const text = before.slice(begin + BEGIN.length);
    const rest = markdown.slice(at + ADDRESS.length, at + ADDRESS.length + MAX_ADDRESS + 1);
    const href = /^image:\d+(?=\))/.exec(rest)?.[0];
    // A bracket within the words belongs to another link.
    if (href && begin !== -1 && !text.includes(']')) return { href, text };
  }
  return undefined;
}
