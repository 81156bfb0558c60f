/** Words that sentences of a language have whatever they are about, in lower case. */
const FREQUENT: Readonly<Record<string, ReadonlySet<string>>> = {
  en: setOf(
    'the a an of to in on at by for with from is are were do does did can could will would should may must i we you my our your what which who when where why how many much long if there this that it and or not',
  ),
  de: setOf(
    'der die das den dem des ein eine einen einem einer und oder von zu zum zur im am an auf aus bei mit nach für ist sind war wird werden kann können darf dürfen muss müssen ich wir sie es man mein unser was welche welcher welches was wer wem wen wie viel viele lange wann wo warum wofür gibt kostet hat haben wenn nicht',
  ),
  es: setOf(
    'el la los las un una de del al en con por para es son está están hay puedo puede pueden debo debe tengo tiene tienen mi su se me nos qué que cuál cuáles cuándo cuánto cuánta cuántos cuántas cómo quién dónde si no y o a lo le cuando cuanto cuantos como quien donde',
  ),
};
/** Letters and marks that only these have. */
const LETTERS: Readonly<Record<string, RegExp>> = { de: /[äöüß]/, es: /[ñ¿¡]/ };
/** Without more of another language's words. */
const USUAL = 'en';

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** The language of a question, a BCP 47 tag: German or Spanish where its small words are, else English. */
export function languageOfQuestion(question: string): string {
  const text = question.toLowerCase();
  const words = text.match(/\p{L}+/gu) ?? [];
  const shares = Object.entries(FREQUENT).map(([language, frequent]) => {
    const has = LETTERS[language]?.test(text) ? 1 : 0;
    return { language, count: has + words.filter((word) => frequent.has(word)).length };
  });
  const usual = shares.find(({ language }) => language === USUAL)?.count ?? 0;
  const [most] = shares.filter(({ count }) => count > usual).sort((one, other) => other.count - one.count);
  return most?.language ?? USUAL;
}
