import { createRequire } from 'node:module';
import { countrySpecs, isValidIBAN } from 'ibantools';
import type { parsePhoneNumberFromString as parse } from 'libphonenumber-js/max';

/** Mailboxes of an organisation rather than of a person. */
const ROLE_MAILBOXES = new Set(
  'info contact hello press media sales support help service marketing team office noreply no-reply git'.split(' '),
);

const require = createRequire(import.meta.url);

/** Loaded on the first number found: its tables take some megabytes, and most texts have no number. */
const parsePhoneNumber: typeof parse = (text, country) => {
  const library: { parsePhoneNumberFromString: typeof parse } = require('libphonenumber-js/max');
  return library.parsePhoneNumberFromString(text, country);
};

/** All email addresses in the text. */
export function emailAddresses(text: string): string[] {
  const address = /(?<![\w.%+-])[\w.%+-]{1,64}@(?:[A-Za-z0-9][A-Za-z0-9-]{0,62}\.){1,8}[A-Za-z]{2,24}(?![\w-])/g;
  return Array.from(text.matchAll(address), ([found]) => found);
}

/** Whether the text has an email address of a person. Role addresses (info@, press@, …) may be published. */
export function hasEmailAddress(text: string): boolean {
  return emailAddresses(text).some((address) => !ROLE_MAILBOXES.has(address.split('@', 1)[0]?.toLowerCase() ?? ''));
}

/**
 * Possible phone numbers in the text: international with `+`, North American, or any number after a word such as
 * "phone".
 */
function phoneNumberCandidates(text: string): Set<string> {
  const international = text.matchAll(/(?<![\w+])\+[1-9](?:[ ().-]{0,2}\d){7,14}(?!\w)/g);
  const american = text.matchAll(
    /(?<![\w.-])(?:1[ .-])?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[.-])[2-9]\d{2}[ .-]\d{4}(?![\w-])/g,
  );
  const labelled = text.matchAll(
    /\b(?:tel|telephone|phone|mobile|cell|fax|whatsapp)(?: (?:number|no))?[.:]{0,2} ?(\(?\d(?:[ ()./-]{0,2}\d){6,14})(?!\w)/gi,
  );
  return new Set([
    ...Array.from(international, ([match]) => match),
    ...Array.from(american, ([match]) => match),
    ...Array.from(labelled, ([, number = '']) => number),
  ]);
}

/** Whether the country of an international number has numbers of this length. Without `+` the country is unknown. */
function isPossible(candidate: string, number: ReturnType<typeof parse>): boolean {
  return !candidate.startsWith('+') || (number?.isPossible() ?? false);
}

/**
 * All phone numbers in the text, each once. We find the candidates ourselves: the library's search accepts every run of
 * ten digits, and needs 10 s for 200 KB of digits.
 */
export function phoneNumbers(text: string): string[] {
  return [...phoneNumberCandidates(text)].filter((candidate) =>
    isPossible(candidate, parsePhoneNumber(candidate, 'US')),
  );
}

/** Whether the text has a phone number that may belong to a person; toll-free numbers belong to organisations. */
export function hasPhoneNumber(text: string): boolean {
  for (const candidate of phoneNumberCandidates(text)) {
    const number = parsePhoneNumber(candidate, 'US');
    if (isPossible(candidate, number) && number?.getType() !== 'TOLL_FREE') return true;
  }
  return false;
}

/** Whether the text has a number with the prefix, length and check digit of a payment card. */
export function hasPaymentCard(text: string): boolean {
  const candidates = text.matchAll(/(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w-])/g);
  const numbers = Array.from(candidates, ([candidate]) => candidate.replace(/\D/g, ''));
  return numbers.some((digits) => hasCardPrefix(digits) && passesLuhn(digits));
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

/** Whether the text has an IBAN with the length and structure of its country and correct check digits. */
export function hasIban(text: string): boolean {
  const candidates = text.matchAll(/(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}/g);
  const numbers = Array.from(candidates, ([candidate]) => candidate.replaceAll(' ', ''));
  return numbers.some((compact) => {
    const length = countrySpecs[compact.slice(0, 2)]?.chars;
    // Words in capitals after the number are not part of it.
    return length != null && isValidIBAN(compact.slice(0, length));
  });
}

/** Whether the text has a United States social security number. Unassigned ranges do not count. */
export function hasSocialSecurityNumber(text: string): boolean {
  return /(?<![\w-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])/.test(text);
}
