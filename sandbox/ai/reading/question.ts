import {
  conceptsOf,
  conceptWeight,
  MAX_CONCEPT_WEIGHT,
  meaningOf,
  meaningsOf,
  type Phrase,
  partsOf,
  phrasesOf,
} from '../embeddings/concepts.ts';
import { STOP_WORDS, stemOf, withoutAccents } from '../embeddings/words.ts';
import { type Quantity, quantitiesOf } from './quantities.ts';
import { DAYS_AND_MONTHS, RATES, WANTED, type Wanted } from './wanted.ts';

/** A word of a question that an answer should have, itself or in other words. */
export interface AskedWord {
  word: string;
  stem: string;
  /** What it means as a whole, and the phrases that it is in: concepts with their weights. */
  meanings: readonly ReadonlyMap<string, number>[];
  /** What its parts mean, if it is a compound. */
  parts: readonly ReadonlyMap<string, number>[];
  /** Whether it is part of a phrase that means something of its own. */
  inPhrase: boolean;
  /** How much it says about what is asked for. */
  weight: number;
  /** Whether it only asks (`how`, `cost`). */
  isAsking: boolean;
  /** Whether it is written as a name and has no other words. */
  isName: boolean;
  /** Whether it only says in what case somebody asks: `My dog weighs 32 kilos. What is a night?` */
  isCase: boolean;
  /** What it is the number of. */
  quantity: Quantity | null;
  /** Whether it must be a name, since the language of the question writes other words without a capital. */
  isSurelyName: boolean;
}

/** A question as it is looked for in sentences. */
export interface Question {
  words: readonly AskedWord[];
  /** What an answer has, such as a price. */
  wants: Wanted | null;
  /** What is counted (`how many rooms`); null: nothing, or a unit of time, which answers name otherwise. */
  counted: string | null;
  /** What an answer must say itself: what somebody does of whom a question asks (`who pays`). */
  focus: string | null;
  /** Whether it asks for somebody. */
  asksWho: boolean;
  /** The unit of time for which a count is asked for (`per day`). */
  rate: RegExp | null;
  /** Names with a number after them (`Petrel 3`), which make one name. */
  numbered: readonly string[];
}

/** Weight of words whose concepts many texts have, such as units. */
export const COMMON_WEIGHT = 0.75;
/** Weights of words that only ask, and of words without a concept; others have 1. */
export const ASKING_WEIGHT = 0.2;
const UNKNOWN_WEIGHT = 1.25;
/** Words that only relate others, without concepts. */
const RELATING = new Set('without over ohne'.split(' '));
/** Part of its weight that a word has which only says in what case somebody asks. */
const CASE = 0.5;

/** Words that only ask, beside stop words. */
const ASKING = new Set(
  `ask asking costs cost does exist find get gets give happen happens know long many much mean means need needs please possible say show take takes tell
   use used want way when where which who work works old new far fast high expensive quickly soon early now still money
   bedeutet bekomme bekommt brauche braucht darf durfen gibt gelten gilt hoch kosten kostet lang lange man muss mussen moglich oft sagen soll viel viele
   wann warum weit wem wen wer wo woher wohin wird heisst brauchen jetzt geld teuer schnell fruh passiert geschieht
   cuando cuanta cuantas cuanto cuantos cuesta cuestan debe deben donde existe funciona hacer hay necesito permite posible puede pueden puedo quien quiero
   significa tarda tardan tengo tiene tienen pasa pasar ocurre hago caro cara vale valen ahora todavia dinero`.split(
    /\s+/,
  ),
);
/** Words that ask together with the question word: what they name is the number that is looked for. */
const ASKED_FOR = new Set(
  'time hour hora horas tiempo plazo uhr uhrzeit zeit times veces last lasts dauert dauern dura duran'.split(' '),
);
const COUNTED = /\b(?:how many|wie viele|cuant[oa]s)\s+(?:(?:of|the|der|de|los|las)\s+)?(\p{L}+)/u;
const FOCUS = /(?:^|[.,;:!?¿–—]\s*|\s-\s)(?:\p{L}+ )?(?:who|whom|wer|wem|wen|quien(?:es)?) (.+)/u;
const UNITS = new Set(
  `days weeks months years hours minutes times tage wochen monate jahre stunden minuten dias semanas meses anos horas minutos veces euros dollars`.split(
    ' ',
  ),
);
/** German words that are none in English or Spanish: all nouns have a capital there. */
const GERMAN =
  /\b(?:der|das|dem|des|eine?[rsnm]?|ist|sind|wie|wer|wann|wohin|fur|und|im|kosten|kostet|oder|ich|wir|bei|beim|gibt|wird|werden|kann|darf|muss|welche[rsnm]?|zum|zur|nach|mit|mein[ers]?|hat|haben)\b/;
const NAME_AND_NUMBER = /(\p{L}{3,}) (\d+)(?![\p{L}\p{N}])/gu;
/** What is named behind a preposition of place. */
const PLACE = /(?<!\p{L})(?:[Ii]n|[Aa]t|[Ff]rom|[Tt]o|[Nn]ear|[Ee]n|[Dd]esde|[Hh]acia|[Aa])\s+(\p{Lu}\p{L}+)/gu;
const YEAR = /^(?:19|20)\d\d$/;
/** Names that English writes with a capital and other languages do not. */
const OF_CALENDAR = new RegExp(`^(?:${DAYS_AND_MONTHS})$`);

/** Reads a question of a few sentences. */
export function readQuestion(text: string): Question {
  const plain = withoutAccents(text);
  const names = new Set(capitalized(text));
  const places = new Set([...text.matchAll(PLACE)].map(([, name = '']) => withoutAccents(name)));
  const isGerman = GERMAN.test(plain);
  const all = wordsAndNumbers(plain);
  const phrases = [...phrasesOf(all)];
  const words = [...new Set(all)].filter((word) => !STOP_WORDS.has(word));
  const asked = new Set(wordsAndNumbers(askedPart(plain)));
  const saysNothing = words.every((word) => !asked.has(word) || ASKING.has(word) || isCommon(word));
  const quantities = quantitiesByNumber(plain);
  const wants = WANTED.find(({ asks }) => asks.test(plain)) ?? null;
  const asking = new Set(wordsAndNumbers(wants?.asks.exec(plain)?.[0] ?? '').filter((word) => ASKED_FOR.has(word)));
  const counted = COUNTED.exec(plain)?.[1] ?? null;
  return {
    words: words.map((word) =>
      askedWord(word, {
        capital: names.has(word),
        isPlace: places.has(word),
        isGerman,
        phrases,
        isAsking: asking.has(word) || ASKING.has(word),
        isCase: !saysNothing && !asked.has(word),
        quantity: quantities.get(word) ?? null,
      }),
    ),
    wants,
    counted: counted !== null && UNITS.has(counted) ? null : counted,
    focus: focusOf(plain),
    asksWho: FOCUS.test(plain),
    rate: counted === null ? null : (RATES.find(({ asks }) => asks.test(plain))?.says ?? null),
    numbered: [...plain.matchAll(NAME_AND_NUMBER)].flatMap(([pair, name = '', number = '']) =>
      STOP_WORDS.has(name) || YEAR.test(number) ? [] : [pair],
    ),
  };
}

/** The first quantity of each number; `2,5` is two. */
function quantitiesByNumber(plain: string): Map<string, Quantity> {
  const all = quantitiesOf(plain).flatMap((each) =>
    wordsAndNumbers(each.text).map((number) => [number, each] as const),
  );
  return new Map(all.reverse());
}

/** Ends of sentences; a full stop behind a number or a short word may be that of a date or an abbreviation. */
const SENTENCE_END = /(?<=[?!]|\p{L}{4}\.)\s+/u;

/** A text from the first sentence on that asks, in Spanish from its question mark on; all of it where none does. */
function askedPart(plain: string): string {
  const sentences = plain.split(SENTENCE_END);
  const first = sentences.findIndex((sentence) => sentence.includes('?'));
  if (first === -1) return plain;
  const asked = sentences.slice(first).join(' ');
  return asked.slice(asked.indexOf('¿') + 1);
}

function focusOf(plain: string): string | null {
  const [, after = ''] = FOCUS.exec(plain) ?? [];
  return wordsAndNumbers(after).find((word) => !STOP_WORDS.has(word) && !ASKING.has(word)) ?? null;
}

/** Words and numbers of a text in lower case; `31kg` is two. */
export function wordsAndNumbers(plain: string): string[] {
  return plain.match(/\p{L}+|\p{N}+/gu) ?? [];
}

function askedWord(
  word: string,
  {
    capital,
    isPlace,
    isGerman,
    phrases,
    isAsking,
    isCase,
    quantity,
  }: Pick<AskedWord, 'isAsking' | 'isCase' | 'quantity'> & {
    capital: boolean;
    /** Whether it is named behind `in`, `from` and the like. */
    isPlace: boolean;
    isGerman: boolean;
    phrases: readonly Phrase[];
  },
): AskedWord {
  const concepts = conceptsOf(word);
  const ownWeight = isAsking ? ASKING_WEIGHT : weightOf(word);
  const weight = isCase ? CASE * ownWeight : ownWeight;
  const isName = capital && concepts.size === 0;
  const parts = partsOf(word).map((part) => meaningOf(part.concepts));
  const meaning = parts.length > 0 ? meaningOf(meaningsOf(word)) : concepts;
  const ofPhrases = phrases.filter((phrase) => isIn(phrase, word));
  const meanings = [meaning, ...ofPhrases.map(({ concept }) => meaningOf([concept]))];
  const inPhrase = ofPhrases.some(
    ({ concept }) => conceptWeight(concept) === MAX_CONCEPT_WEIGHT && !concepts.has(concept),
  );
  return {
    inPhrase,
    word,
    stem: stemOf(word),
    meanings,
    parts,
    weight,
    isAsking,
    isName,
    isCase,
    quantity,
    isSurelyName: capital && !isGerman && (!isCase || isPlace) && !OF_CALENDAR.test(word),
  };
}

/** How much a word that does not only ask says. */
function weightOf(word: string): number {
  if (RELATING.has(word)) return COMMON_WEIGHT;
  if (conceptsOf(word).size === 0 || /^\d/.test(word)) return UNKNOWN_WEIGHT;
  return isCommon(word) ? COMMON_WEIGHT : 1;
}

/** Whether many texts have the concepts of a word. */
function isCommon(word: string): boolean {
  const concepts = [...conceptsOf(word).keys()];
  return concepts.length > 0 && concepts.every((concept) => conceptWeight(concept) < MAX_CONCEPT_WEIGHT);
}

/** Whether a word is one of those of a phrase, of which the last may be a beginning. */
function isIn({ text }: Phrase, word: string): boolean {
  const parts = text.split(' ');
  return parts.includes(word) || word.startsWith(parts.at(-1) ?? word);
}

/** Words with a capital, but for the first one. */
function capitalized(text: string): string[] {
  const [, ...others] = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return others.filter((word) => /^\p{Lu}/u.test(word)).map(withoutAccents);
}
