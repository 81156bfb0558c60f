/** The texts of some words, in the words' order. */
export function wordsOf<Word extends string>(
  words: readonly Word[],
  say: Readonly<Record<Word, string>>,
): Record<Word, string> {
  return Object.fromEntries(words.map((word) => [word, say[word]])) as Record<Word, string>;
}

/** A name that programs use, as people read it: `call_to_action` as "Call to action". */
export function inWords(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
}
