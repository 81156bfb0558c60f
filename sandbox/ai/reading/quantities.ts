/** A number of units, such as the 32 kilograms of a dog; units as {@link UNITS} names them. */
export interface Quantity {
  value: number;
  unit: string;
  /** The number as it is written. */
  text: string;
}

/** From how many units on and up to how many something holds, as in `over 25 kg` and `10 to 25 kg`. */
export interface Range {
  least: number;
  most: number;
  unit: string;
}

/** Units that people ask with, by the words for them in lower case and without accents. */
const UNITS: Readonly<Record<string, string>> = {
  kilogram: 'kg|kilos?|kilo(?:gram(?:m|o|me)?s?)',
  gram: 'g|gram(?:m|o|me)?s?',
  ton: 't|tons?|tonn?e[ns]?|toneladas?',
  square: 'm2|m²|sqm|square met(?:er|re)s?|quadratmetern?|metros cuadrados',
  kilometre: 'km|kilomet(?:er|re)[ns]?|kilometros?',
  metre: 'm|met(?:er|re)[ns]?|metros?',
  centimetre: 'cm|zentimetern?|centimet(?:er|re)s?|centimetros?',
  litre: 'l|lit(?:er|re)[ns]?|litros?',
  year: 'years?|jahr(?:en?|es)?|jahrige[nrsm]?|anos?',
  month: 'months?|monat(?:en?|s)?|mes(?:es)?',
  week: 'weeks?|wochen?|semanas?',
  day: 'days?|tag(?:en?|s)?|dias?',
  hour: 'hours?|stunden?|horas?',
  minute: 'min|minutes?|minuten?|minutos?',
  person:
    'people|persons?|personen|personas?|leuten?|guests?|gasten?|teilnehmern?|participantes|kindern?|children|kids|ninos|adults?',
  money: '€|eur|euros?|pounds?|£|dollars?|chf|franken|francos',
};
const UNIT = Object.entries(UNITS)
  .map(([unit, words]) => `(?<${unit}>${words})`)
  .join('|');
const NUMBER = '\\d+(?:[.,]\\d+)*';
/** Numbers within names, times, dates and fractions are none. */
const ALONE = '(?<![\\p{L}\\p{N}.,:/])';
const WITH_UNIT = new RegExp(
  `${ALONE}(?<value>${NUMBER})[ \\u00a0\\u202f-]?(?:${UNIT})(?![\\p{L}\\p{N}]|-\\p{L})`,
  'gu',
);

/** What lies between a number and its nearest neighbour, for ranges without the number itself. */
const HAIR = 1e-9;
/** Words before the greatest number or the least one, and how far from it the range ends. */
const LIMITS = [
  { words: /\b(?:under|below|(?:less|fewer) than|unter|weniger als|menos de|menores de)$/, isMost: true, end: -HAIR },
  {
    words: /\b(?:up to|at most|max\.?|maximum(?: of)?|bis(?: zu)?|hochstens|maximal|hasta|(?:como )?maximo(?: de)?)$/,
    isMost: true,
    end: 0,
  },
  { words: /\b(?:over|above|more than|uber|mehr als|mas de|mayores de)$/, isMost: false, end: HAIR },
  {
    words:
      /\b(?:at least|from|minimum(?: of)?|ab|mindestens|desde|al menos|(?:como )?minimo(?: de)?|a partir de(?: los)?|cumplido(?: los)?)$/,
    isMost: false,
    end: 0,
  },
];
/** Before such words, as in `not more than` and `nicht unter`. */
const NEGATION = /\b(?:not?|never|nicht|kein\w*)(?: be)?$/;
/** Between the least number and the greatest one. */
const TO = '(?:-|–|—|to|up to|bis|bis zu|a|hasta)';
const RANGE_TO = new RegExp(`${ALONE}(?<least>${NUMBER}) ?${TO}$`, 'u');
const RANGE_AND = new RegExp(`\\b(?:between|zwischen|entre) (?<least>${NUMBER}) (?:and|und|y)$`, 'u');
const ONLY_TO = new RegExp(`^ ?${TO}$`, 'u');
const ONLY_AND = /^ (?:and|und|y)$/;
const BETWEEN = /\b(?:between|zwischen|entre)$/;

/** How much before a number is read, characters. */
const BEFORE = 40;
const { NEGATIVE_INFINITY, POSITIVE_INFINITY } = Number;

/** The quantities of a text in lower case and without accents. */
export function quantitiesOf(plain: string): Quantity[] {
  return [...withUnits(plain)].map(({ value, unit, text }) => ({ value, unit, text }));
}

/** The ranges of a text in lower case and without accents. */
export function rangesOf(plain: string): Range[] {
  const ranges: Range[] = [];
  let previous: (Place & { range: Range | null }) | undefined;
  for (const place of withUnits(plain)) {
    const begun = previous && isEndOf(previous, place, plain) ? previous : null;
    // `from 10 kg to 25 kg` was taken for a range without an end.
    if (begun?.range) ranges.pop();
    const least = begun ? Math.max(begun.value, begun.range?.least ?? NEGATIVE_INFINITY) : startOf(place.before);
    const found = least === undefined ? openRange(place) : { least, most: place.value, unit: place.unit };
    const range = found && found.least <= found.most ? found : null;
    if (range) ranges.push(range);
    previous = { ...place, range };
  }
  return ranges;
}

/** Whether a number with its unit ends the range that the one before it begins: `10 kg to 25 kg`. */
function isEndOf(first: Place, last: Place, plain: string): boolean {
  if (first.unit !== last.unit) return false;
  const between = plain.slice(first.end, last.start).trimEnd();
  return ONLY_TO.test(between) || (ONLY_AND.test(between) && BETWEEN.test(first.before));
}

/** Whether a quantity is within a range. */
export function isWithin({ value }: Quantity, { least, most }: Range): boolean {
  return value >= least && value <= most;
}

/** A quantity, and where it is. */
interface Place extends Quantity {
  before: string;
  start: number;
  end: number;
}

function* withUnits(plain: string): Generator<Place> {
  for (const { 0: whole, groups = {}, index: start } of plain.matchAll(WITH_UNIT)) {
    const { value: text = '', ...units } = groups;
    const unit = Object.keys(units).find((name) => units[name] !== undefined);
    if (unit === undefined) continue;
    const before = plain.slice(Math.max(0, start - BEFORE), start).trimEnd();
    yield { value: numberOf(text), unit, text, before, start, end: start + whole.length };
  }
}

/** The least number of a range whose greatest one follows the text; undefined: there is none. */
function startOf(before: string): number | undefined {
  const least = (RANGE_TO.exec(before) ?? RANGE_AND.exec(before))?.groups?.['least'];
  return least === undefined ? undefined : numberOf(least);
}

/** A range with one end, as the words before a number say; null: they say none. */
function openRange({ value, unit, before }: Place): Range | null {
  for (const { words, isMost, end } of LIMITS) {
    const found = words.exec(before);
    if (!found) continue;
    const isNegated = NEGATION.test(before.slice(0, found.index).trimEnd());
    // Not over ten is ten, too.
    const limit = isNegated ? value : value + end;
    return isMost === isNegated
      ? { least: limit, most: POSITIVE_INFINITY, unit }
      : { least: NEGATIVE_INFINITY, most: limit, unit };
  }
  return null;
}

/** A number as people write it: `1,500` and `1.500` are thousands, `1,5`, `0.500` and `1.500,00` have decimals. */
function numberOf(text: string): number {
  const [whole = '', ...groups] = text.split(/[.,]/);
  const marks = text.match(/[.,]/g) ?? [];
  const areThousands =
    whole.length <= 3 && whole !== '0' && groups.every(({ length }) => length === 3) && new Set(marks).size === 1;
  if (groups.length === 0 || areThousands) return Number(whole + groups.join(''));
  return Number(`${whole}${groups.slice(0, -1).join('')}.${groups.at(-1)}`);
}
