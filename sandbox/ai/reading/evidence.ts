import { conceptsOf, conceptsOfPhrases } from '../embeddings/concepts.ts';
import { stemOf, withoutAccents } from '../embeddings/words.ts';
import { type AskedWord, partsOf, type Question } from './question.ts';

/** What a text says: its words without suffixes, and what they mean. */
export interface Said {
  plain: string;
  words: readonly string[];
  stems: ReadonlySet<string>;
  concepts: ReadonlySet<string>;
}

// The numbers here are chosen on the half `dev` of test/knowledge.

/** How far a word is covered by the beginning of another, by another word for it, and by one of several meanings. */
const BEGINNING = 0.9;
const OTHER_WORD = 0.95;
const SIDE_MEANING = 0.7;
/** Of a compound of which one part is said, and how much more for the share of its parts. */
const ONE_PART = 0.05;
const ALL_PARTS = 0.9;
const MIN_BEGINNING = 5;
const MIN_COMPOUND = 9;

/** What a word gains where only the passage around a sentence has it. */
const AROUND = 0.65;
/** What is left where an answer has no number or time that is asked for, not what is counted, that without a number, not the name, or another number after it. */
const NO_NUMBER = 0.78;
const NOT_COUNTED = 0.7;
const NO_COUNT = 0.3;
const NO_NAME = 0.9;
const OTHER_NUMBER = 0.9;
/** What is left of a row of a table where its passage has nothing of a word: a row says what its columns are about, and no more. */
const NO_COLUMN = 0.6;
/** Below it a word is not covered. */
const COVERED = 0.3;

const NUMBER =
  /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|hundred|thousand|once|twice|half|weekly|monthly|yearly|annual\w*|quarterly|daily|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|zwolf|zwanzig|dreissig|hundert|tausend|halbe\w*|einmal|zweimal|jahrlich|monatlich|vierteljahrlich|wochentlich|taglich|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|veinte|treinta|cien|mil|mitad|mensual\w*|diari\w*|semanal\w*)\b/;
const TIME =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|lunes|martes|miercoles|jueves|viernes|sabado|domingo)|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|marz|mai|juni|juli|oktober|dezember|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|before|after|until|immediately|as soon|vor|nach|bis|sofort|sobald|antes|despues|hasta|inmediat\w*)\b/;
const PRICE =
  /[€$£¥]|\b(?:eur|usd|gbp|chf|euros?|dollars?|cents?|pounds?|franken|free|no charge|kostenlos|kostenfrei|gratis|umsonst|gratuit[oa]s?)\b|\b(?:price|preis|precio|cost|kosten|fee|gebuhr)\w*[^.!?]*\d/;

const ROW = / \| /;
const WEIGHT = /\d\s*(?:kg|g|t|lbs?|kilo\w*|grams?|gramm?|gramos|tons?|tonn?e[ns]?|toneladas|pounds?|pfund|libras?)\b/;

/** What an answer has one of, by what is asked for, and what is left of one that has none. */
const WANTED: Record<NonNullable<Question['wants']>, { has: readonly RegExp[]; without: number }> = {
  number: { has: [NUMBER], without: NO_NUMBER },
  time: { has: [NUMBER, TIME], without: NO_NUMBER },
  price: { has: [PRICE], without: 0 },
  weight: { has: [WEIGHT], without: 0 },
};

/** What a text says. */
export function whatIsSaid(text: string): Said {
  const plain = withoutAccents(text);
  const words = partsOf(plain);
  const concepts = words.flatMap((word) => [...conceptsOf(word).keys()]);
  const phrases = [...conceptsOfPhrases(words)].map(([concept]) => concept);
  return { plain, words, stems: new Set(words.map(stemOf)), concepts: new Set([...concepts, ...phrases]) };
}

/**
 * How much of a question a sentence says, 0 to 1, with the passage around it. 0 where a number of the question is nowhere, and where a
 * price or a weight is asked for and the sentence has none.
 */
export function shareSaid(question: Question, sentence: Said, around: Said): number {
  const wantedShare = shareOfWanted(question.wants, sentence);
  if (wantedShare === 0) return 0;
  const covered = question.words.map((word) => ({
    ...word,
    here: coverage(word, sentence),
    there: coverage(word, around),
  }));
  const isMissing = ({ here, there }: { here: number; there: number }) => here === 0 && there === 0;
  if (covered.some((each) => /^\d/.test(each.word) && isMissing(each))) return 0;
  const total = covered.reduce((sum, { weight }) => sum + weight, 0);
  const said = covered.reduce((sum, { weight, here, there }) => sum + weight * Math.max(here, AROUND * there), 0);
  const penalties = [
    wantedShare,
    ...covered.filter(({ word }) => word === question.counted).map((each) => countedShare(each, sentence)),
    covered.some((each) => each.isName && isMissing(each)) ? NO_NAME : 1,
    question.numbered.some((name) => !around.plain.includes(name)) ? OTHER_NUMBER : 1,
    ROW.test(sentence.plain) && covered.some((each) => !each.isAsking && isMissing(each)) ? NO_COLUMN : 1,
  ];
  return total === 0 ? 0 : penalties.reduce((share, penalty) => share * penalty, said / total);
}

/** Whether a question names something that no text has, such as a town. */
export function namesSomethingElse({ words }: Question, texts: readonly Said[]): boolean {
  return words.some((word) => word.isSurelyName && texts.every((text) => coverage(word, text) === 0));
}

function countedShare({ stem, here }: { stem: string; here: number }, sentence: Said): number {
  if (here < COVERED) return NOT_COUNTED;
  return isCounted(stem, sentence) ? 1 : NO_COUNT;
}

/** Whether a number stands beside a word somewhere, such as `three small furnaces` or `Technicians: 46`, or the word is there in other words only. */
function isCounted(stem: string, { words }: Said): boolean {
  const places = words.flatMap((word, place) => (stemOf(word) === stem ? [place] : []));
  const hasNumber = (place: number) => words.slice(Math.max(0, place - 2), place + 2).some((word) => NUMBER.test(word));
  return places.length === 0 || places.some(hasNumber);
}

function shareOfWanted(wants: Question['wants'], { plain }: Said): number {
  if (wants === null) return 1;
  const { has, without } = WANTED[wants];
  return has.some((pattern) => pattern.test(plain)) ? 1 : without;
}

/** How far a text says a word, 0 to 1. */
function coverage({ word, stem, concepts }: AskedWord, { stems, concepts: said }: Said): number {
  if (stems.has(stem)) return 1;
  const isBeginning = (other: string) =>
    other.startsWith(stem) || (other.length >= MIN_BEGINNING && stem.startsWith(other));
  if (stem.length >= MIN_BEGINNING && [...stems].some(isBeginning)) return BEGINNING;
  const found = [...concepts].filter(([concept]) => said.has(concept));
  if (found.length === 0) return 0;
  const main = Math.max(...concepts.values());
  const isMain = found.some(([, weight]) => weight >= 0.9 * main);
  const isCompound = word.length >= MIN_COMPOUND && concepts.size > 1;
  const same = isCompound ? ONE_PART + (ALL_PARTS - ONE_PART) * (found.length / concepts.size) : OTHER_WORD;
  return isMain ? same : same * SIDE_MEANING;
}
