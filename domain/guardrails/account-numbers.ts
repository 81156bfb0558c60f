import { countrySpecs, isValidIBAN } from 'ibantools';
import { type Finding, masked, type Slice } from './finding.ts';

/** Numbers with the prefix, length and check digit of a payment card. */
export function* findPaymentCards({ text }: Slice): Generator<Finding> {
  for (const { index, 0: words } of text.matchAll(/(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w-])/g)) {
    const digits = words.replace(/\D/g, '');
    if (!hasCardPrefix(digits) || !passesLuhn(digits)) continue;
    yield { rule: 'pii.payment_card', start: index, end: index + words.length, words, shown: masked(words, 0, 4) };
  }
}

/** Visa, Mastercard, American Express, Discover, Diners Club, JCB, UnionPay and Maestro (ISO/IEC 7812 ranges as they publish them). */
function hasCardPrefix(digits: string): boolean {
  return /^(?:4\d{12}(?:\d{3}){0,2}|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|3(?:0[0-5]|[689]\d)\d{11,13}|35\d{14}|6\d{15,18})$/.test(
    digits,
  );
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [index, character] of [...digits].reverse().entries()) {
    const digit = Number(character);
    const doubled = digit * 2;
    sum += index % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** IBANs with the length and structure of their country and correct check digits. */
export function* findIbans({ text }: Slice): Generator<Finding> {
  for (const { index, 0: candidate } of text.matchAll(/(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}/g)) {
    const length = countrySpecs[candidate.slice(0, 2)]?.chars;
    // Words in capitals after the number are not part of it.
    const compact = candidate.replaceAll(' ', '').slice(0, length ?? 0);
    if (length == null || !isValidIBAN(compact)) continue;
    yield {
      rule: 'pii.iban',
      start: index,
      end: index + candidate.length,
      words: compact,
      shown: masked(compact, 2, 2),
    };
  }
}
