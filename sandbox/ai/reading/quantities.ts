/** A number of units, such as the 32 kilograms of a dog; units as {@link UNITS} name them. */
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
  year: 'years?|jahren?|anos?|jahrigen?',
  month: 'months?|monaten?|mes(?:es)?',
  week: 'weeks?|wochen?|semanas?',
  day: 'days?|tagen?|dias?',
  hour: 'hours?|stunden?|horas?',
  minute: 'min|minutes?|minuten?|minutos?',
  person:
    'people|persons?|personen|personas|leuten?|guests?|gaste|teilnehmern?|participantes|kinder|children|ninos|pax',
  money: '€|eur|euros?|pounds?|£|dollars?|chf|franken|francos',
};
const UNIT = Object.entries(UNITS)
  .map(([unit, words]) => `(?<${unit}>${words})`)
  .join('|');
const NUMBER = '\\d+(?:[.,]\\d+)*';
const WITH_UNIT = new RegExp(`(?<![\\p{L}\\p{N}.,])(?<value>${NUMBER})[ -]?(?:${UNIT})(?![\\p{L}\\p{N}])`, 'gu');
/** Words before a number that is the greatest or the least one, and words between the least and the greatest. */
const UP_TO =
  /(?:\bup to|\bunder|\bbelow|\bless than|\bat most|\bno more than|\bmax\.?|\bmaximum(?: of)?|\bbis(?: zu)?|\bunter|\bweniger als|\bhochstens|\bmaximal|\bhasta|\bmenos de|\bmenores de|\bcomo maximo|\bmaximo(?: de)?)\s*(?:de\s*)?$/;
const FROM =
  /(?:\bover|\babove|\bmore than|\bat least|\bfrom|\bminimum(?: of)?|\bab|\buber|\bmehr als|\bmindestens|\bdesde|\bmas de|\bmayores de|\bal menos|\bcomo minimo|\bminimo(?: de)?|\ba partir de|\bcumplido)\s*(?:los\s*)?$/;
const BETWEEN = new RegExp(
  `(?<least>${NUMBER})(?:[ -]?(?:${Object.values(UNITS).join('|')}))?\\s*(?:-|–|to|bis|a|and|und|y)\\s*$`,
  'u',
);

/** How much before a number is read, characters. */
const BEFORE = 40;

/** The quantities of a text in lower case and without accents. */
export function quantitiesOf(plain: string): Quantity[] {
  return [...withUnits(plain)].map(({ before: _, ...quantity }) => quantity);
}

/** The ranges of a text in lower case and without accents. */
export function rangesOf(plain: string): Range[] {
  return [...withUnits(plain)].flatMap(({ value, unit, before }) => {
    const least = BETWEEN.exec(before)?.groups?.['least'];
    if (least !== undefined) return [{ least: numberOf(least), most: value, unit }];
    if (UP_TO.test(before)) return [{ least: Number.NEGATIVE_INFINITY, most: value, unit }];
    return FROM.test(before) ? [{ least: value, most: Number.POSITIVE_INFINITY, unit }] : [];
  });
}

/** The quantities of a text with what stands before each. */
function* withUnits(plain: string): Generator<Quantity & { before: string }> {
  for (const { groups = {}, index } of plain.matchAll(WITH_UNIT)) {
    const { value: text = '', ...units } = groups;
    const unit = Object.keys(units).find((name) => units[name] !== undefined);
    if (unit === undefined) continue;
    yield { value: numberOf(text), unit, text, before: plain.slice(Math.max(0, index - BEFORE), index) };
  }
}

/** Whether a quantity is within a range. */
export function isWithin({ value }: Quantity, { least, most }: Range): boolean {
  return value >= least && value <= most;
}

/** A number as people write it: `1,500` and `1.500` are thousands, `1,5` and `1.5` are not. */
function numberOf(text: string): number {
  const [whole = '', ...groups] = text.split(/[.,]/);
  const areThousands = groups.length > 0 && groups.every(({ length }) => length === 3);
  return Number(areThousands ? whole + groups.join('') : groups.length === 0 ? whole : `${whole}.${groups.join('')}`);
}
