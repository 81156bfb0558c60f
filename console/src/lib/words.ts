/** The texts of some words, in the words' order. */
export function wordsOf<Word extends string>(
  words: readonly Word[],
  say: Readonly<Record<Word, string>>,
): Record<Word, string> {
  return Object.fromEntries(words.map((word) => [word, say[word]])) as Record<Word, string>;
}
