import { conceptsOf, conceptWeight, MAX_CONCEPT_WEIGHT } from '../embeddings/concepts.ts';
import { STOP_WORDS, stemOf, withoutAccents } from '../embeddings/words.ts';

/** A word of a question that an answer should have, itself or in other words. */
export interface AskedWord {
  word: string;
  stem: string;
  concepts: ReadonlyMap<string, number>;
  /** How much it says about what is asked for. */
  weight: number;
  /** Whether it only asks (`how`, `cost`). */
  isAsking: boolean;
  /** Whether it is written as a name and has no other words. */
  isName: boolean;
  /** Whether it must be a name, since the language of the question writes other words without a capital. */
  isSurelyName: boolean;
}

/** A question as it is looked for in sentences. */
export interface Question {
  words: readonly AskedWord[];
  /** What an answer has: a number, a time, a price, or a weight. */
  wants: 'number' | 'time' | 'price' | 'weight' | null;
  /** What is counted (`how many rooms`); null: nothing, or a unit of time, which answers name otherwise. */
  counted: string | null;
  /** Names with a number after them (`Petrel 3`), which make one name. */
  numbered: readonly string[];
}

/** Weights of words: of those that only ask, of those whose concepts many texts have, of others, and of words without a concept. */
const ASKING_WEIGHT = 0.2;
const COMMON_WEIGHT = 0.75;
const UNKNOWN_WEIGHT = 1.25;

/** Words that only ask, beside stop words. */
const ASKING = new Set(
  `ask asking costs cost does exist find get gets give happen happens know long many much mean means need needs please possible say show take takes tell
   use used want way when where which who work works old new far fast high
   bedeutet bekomme bekommt brauche braucht darf durfen gibt gelten gilt hoch kosten kostet lang lange man muss mussen moglich oft sagen soll viel viele
   wann warum weit wem wen wer wo woher wohin wird heisst
   cuando cuanta cuantas cuanto cuantos cuesta cuestan debe deben donde existe funciona hacer hay necesito permite posible puede pueden puedo quien quiero
   significa tarda tengo tiene tienen`.split(/\s+/),
);
const HOW_MUCH =
  /\b(?:how (?:many|much|long|fast|high|far|old|big|large|often|soon|heavy|wide)|wie (?:viele?|lange?|hoch|schnell|weit|oft|gross|schwer|alt)|cuant[oa]s?)\b/;
const COSTS = /\b(?:costs?|how expensive|kostet|kosten|wie teuer|cuestan?)\b/;
const HEAVY = /\b(?:how heavy|how much (?:do|does) .{1,60} weigh|wie schwer|wie viel wieg\w*|cuanto pesan?)\b/;
const WHEN = /\b(?:when|wann|cuando)\b/;
const COUNTED = /\b(?:how many|wie viele|cuant[oa]s)\s+(?:(?:of|the|der|de|los|las)\s+)?(\p{L}+)/u;
const UNITS = new Set(
  `days weeks months years hours minutes times tage wochen monate jahre stunden minuten dias semanas meses anos horas minutos veces euros dollars`.split(
    ' ',
  ),
);
/** German words that are none in English or Spanish: all nouns have a capital there. */
const GERMAN =
  /\b(?:der|das|dem|des|eine?[rsnm]?|ist|sind|wie|wer|wann|wohin|fur|und|im|kosten|kostet|oder|ich|wir|bei|beim|gibt|wird|werden|kann|darf|muss|welche[rsnm]?|zum|zur|nach|mit|mein[ers]?|hat|haben)\b/;
const NAME_AND_NUMBER = /(\p{L}{3,}) (\d+)(?![\p{L}\p{N}])/gu;
const YEAR = /^(?:19|20)\d\d$/;

/** Reads a question of a few sentences. */
export function readQuestion(text: string): Question {
  const plain = withoutAccents(text);
  const names = new Set(capitalized(text));
  const isGerman = GERMAN.test(plain);
  const words = [...new Set(partsOf(plain))].filter((word) => !STOP_WORDS.has(word));
  const counted = COUNTED.exec(plain)?.[1] ?? null;
  return {
    words: words.map((word) => askedWord(word, { capital: names.has(word), isGerman })),
    wants: wantedBy(plain),
    counted: counted !== null && UNITS.has(counted) ? null : counted,
    numbered: [...plain.matchAll(NAME_AND_NUMBER)].flatMap(([pair, name = '', number = '']) =>
      STOP_WORDS.has(name) || YEAR.test(number) ? [] : [pair],
    ),
  };
}

function wantedBy(plain: string): Question['wants'] {
  if (WHEN.test(plain)) return 'time';
  if (HEAVY.test(plain)) return 'weight';
  if (COSTS.test(plain)) return 'price';
  return HOW_MUCH.test(plain) ? 'number' : null;
}

/** Words and numbers of a text in lower case; `31kg` is two. */
export function partsOf(plain: string): string[] {
  return plain.match(/\p{L}+|\p{N}+/gu) ?? [];
}

function askedWord(word: string, { capital, isGerman }: { capital: boolean; isGerman: boolean }): AskedWord {
  const concepts = conceptsOf(word);
  const isCommon =
    concepts.size > 0 && [...concepts.keys()].every((concept) => conceptWeight(concept) < MAX_CONCEPT_WEIGHT);
  const known = isCommon ? COMMON_WEIGHT : 1;
  const isAsking = ASKING.has(word);
  const weight = isAsking ? ASKING_WEIGHT : concepts.size > 0 ? known : UNKNOWN_WEIGHT;
  const isName = capital && concepts.size === 0;
  return { word, stem: stemOf(word), concepts, weight, isAsking, isName, isSurelyName: capital && !isGerman };
}

/** Words with a capital, but for the first one. */
function capitalized(text: string): string[] {
  const [, ...others] = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return others.filter((word) => /^\p{Lu}/u.test(word)).map(withoutAccents);
}
