/** Words as a reader counts them: Markdown marks do not count. */
export function countWords(text: string): number {
  return (text.replace(/^\s*(?:#+|[-*]|\d+\.)\s+/gm, '').match(/\S+/g) ?? []).filter((each) =>
    /[\p{L}\p{N}]/u.test(each),
  ).length;
}

/** Everything between spaces, marks included; never less than countWords. */
export function countTokens(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}

const SMALL = new Set('a an and as at but by for from in into nor of on or the to up via with your'.split(' '));

/** Title case; words with capitals of their own stay as they are. */
export function titleCase(text: string): string {
  const parts = text.trim().split(/\s+/);
  return parts.map((word, index) => (index > 0 && SMALL.has(word) ? word : capitalize(word))).join(' ');
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Sentences of running text; Markdown marks are dropped, headings left out. */
export function sentencesOf(text: string): string[] {
  return text
    .split(/\n+/)
    .filter((line) => !/^\s*#/.test(line))
    .map((line) => line.replace(/^\s*(?:[-*>]|\d+\.)\s+/, '').replace(/\*\*|__|`/g, ''))
    .flatMap((line) => line.match(/[^.!?]+(?:[.!?]+(?=\s|$)|[.!?](?=\S)[^\s.!?]*|$)+/g) ?? [])
    .map((sentence) => sentence.trim())
    .filter((sentence) => countWords(sentence) > 2)
    .map((sentence) => (/[.!?]["')]?$/.test(sentence) ? sentence : `${sentence}.`));
}

/** `text` without whole words beyond `maxLength` characters. */
export function cutAtWord(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength + 1).replace(/\s+\S*$/, '');
  return (cut.length <= maxLength ? cut : text.slice(0, maxLength)).replace(/[,;:\s]+$/, '');
}

/** Lower-case letters and digits with a separator between words. */
export function toSlug(text: string, separator: '-' | '_' = '-'): string {
  const parts = text.toLowerCase().match(/[a-z0-9]+/g) ?? ['item'];
  return parts.slice(0, 6).join(separator);
}
