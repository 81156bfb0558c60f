/** Words that sentences of a language have whatever they are about, without accents; none is in two of the lists. */
const FREQUENT: Readonly<Record<string, ReadonlySet<string>>> = {
  en: setOf('the of and to is are for with from you your what how can do does my at be or if on by we it'),
  de: setOf(
    'der die das und ist sind ein eine einen wie ich wir sie mit von zu fur den dem auf wird werden kann im bei nicht',
  ),
  es: setOf('el los las una que y son para con por del se como puede si en al cuanto su sus lo hay'),
};

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** The language of words without accents: the one that most of its frequent words are there of; null where none is. */
export function languageOf(words: readonly string[]): string | null {
  const counts = Object.entries(FREQUENT).map(([language, frequent]) => ({
    language,
    count: words.filter((word) => frequent.has(word)).length,
  }));
  const [most] = counts.filter(({ count }) => count > 0).sort((one, other) => other.count - one.count);
  return most?.language ?? null;
}
