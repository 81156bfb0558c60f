import { Cues } from './context.ts';
import { type Finding, masked, type Slice } from './finding.ts';

/** A kind of number that states give to persons. */
interface NationalId {
  rule: 'pii.ssn' | 'pii.national_id';
  shape: RegExp;
  /** Checks the number without its spaces and marks, in capitals. */
  isValid?: (compact: string) => boolean;
  /** Words of which one must stand shortly before; null where shape and check digits leave little to chance. */
  label: Cues | null;
}

const digitsOf = (compact: string) => Array.from(compact, Number);
const weighted = (compact: string, weights: readonly number[]) =>
  weights.reduce((sum, weight, index) => sum + weight * Number(compact.charAt(index)), 0);

/** Shapes and check digits as the issuing authorities publish them. */
const NATIONAL_IDS: readonly NationalId[] = [
  // United States: unassigned ranges do not count.
  { rule: 'pii.ssn', shape: /(?<![\w-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])/g, label: null },
  {
    rule: 'pii.national_id',
    shape: /(?<!\w)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D](?!\w)/g,
    label: new Cues('national insurance, nino, ni number'),
  },
  {
    rule: 'pii.national_id',
    shape: /(?<!\w)[1-9]\d ?\d{3} ?\d{3} ?\d{3}(?![\w-])/g,
    isValid: isGermanTaxId,
    label: new Cues(
      'steuer id, steuerid, idnr, steueridentifikationsnummer, identifikationsnummer, steuernummer, steuerliche identifikationsnummer, tin, tax id',
    ),
  },
  // France: the key is 97 minus the rest of the number by 97.
  {
    rule: 'pii.national_id',
    shape: /(?<!\w)[12] ?\d{2} ?(?:0[1-9]|1[0-2]|[2-9]\d) ?(?:\d{2}|2[AB]) ?\d{3} ?\d{3} ?\d{2}(?!\w)/g,
    isValid: (compact) =>
      97 - (Number(compact.slice(0, 13).replace('2A', '19').replace('2B', '18')) % 97) === Number(compact.slice(13)),
    label: null,
  },
  // Spain: DNI and NIE.
  {
    rule: 'pii.national_id',
    shape: /(?<![\w-])[XYZ\d]\d{7}-?[A-Z](?![\w-])/g,
    isValid: (compact) =>
      'TRWAGMYFPDXBNJZSQVHLCKE'[
        Number(compact.slice(0, -1).replace('X', '0').replace('Y', '1').replace('Z', '2')) % 23
      ] === compact.at(-1),
    label: null,
  },
  {
    rule: 'pii.national_id',
    shape: /(?<!\w)[1-3]\d{2} ?\d{3} ?\d{3}(?!\w)/g,
    isValid: (compact) => checkDigit11(weighted(compact, [9, 8, 7, 6, 5, 4, 3, 2])) === Number(compact.at(-1)),
    label: new Cues('nif, contribuinte, número de contribuinte, número fiscal'),
  },
  // Brazil: CPF.
  {
    rule: 'pii.national_id',
    shape: /(?<![\w.-])\d{3}\.\d{3}\.\d{3}-\d{2}(?!\w)/g,
    isValid: (compact) =>
      new Set(compact).size > 1 &&
      checkDigit11(weighted(compact, [10, 9, 8, 7, 6, 5, 4, 3, 2])) === Number(compact.charAt(9)) &&
      checkDigit11(weighted(compact, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2])) === Number(compact.charAt(10)),
    label: null,
  },
  { rule: 'pii.national_id', shape: /(?<!\w)[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z](?!\w)/g, label: null }, // Italy: codice fiscale
  {
    rule: 'pii.national_id',
    shape: /(?<![\d-])\d{4}[ -]?\d{4}[ -]?\d{4}(?![\d-])/g,
    isValid: isJapaneseNumber,
    label: new Cues('マイナンバー, 個人番号, my number'),
  },
  // China: region, date of birth, order, check character (GB 11643).
  {
    rule: 'pii.national_id',
    shape:
      /(?<![A-Za-z\d-])[1-8]\d{5}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx](?![A-Za-z\d-])/g,
    isValid: (compact) =>
      '10X98765432'[weighted(compact, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]) % 11] === compact.at(-1),
    label: null,
  },
];
/** Most characters between a label and its number. */
const LABEL_REACH = 48;

/** Numbers that states give to persons, with correct check digits. */
export function* findNationalIds({ text, lower }: Slice): Generator<Finding> {
  for (const { rule, shape, isValid, label } of NATIONAL_IDS) {
    for (const { index, 0: words } of text.matchAll(shape)) {
      if (isValid && !isValid(words.replace(/[ .-]/g, '').toUpperCase())) continue;
      if (label && !label.areIn(lower.slice(Math.max(0, index - LABEL_REACH), index))) continue;
      yield { rule, start: index, end: index + words.length, words, shown: masked(words, 0, 2) };
    }
  }
}

function checkDigit11(sum: number): number {
  const rest = 11 - (sum % 11);
  return rest > 9 ? 0 : rest;
}

/** ISO 7064 MOD 11,10. */
function isGermanTaxId(compact: string): boolean {
  let product = 10;
  for (const digit of digitsOf(compact.slice(0, 10))) {
    const sum = (digit + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (11 - product) % 10 === Number(compact.at(-1));
}

function isJapaneseNumber(compact: string): boolean {
  const rest = weighted(compact, [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
  return (rest <= 1 ? 0 : 11 - rest) === Number(compact.at(-1));
}
