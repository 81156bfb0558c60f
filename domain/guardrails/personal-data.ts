/** Mailboxes of an organisation rather than of a person. */
const ROLE_MAILBOXES = new Set(
  'info contact hello press media sales support help service marketing team office noreply no-reply git'.split(' '),
);

/** Numbers free for the caller belong to organisations. */
const TOLL_FREE = /^(?:\+?1)?8(?:00|33|44|55|66|77|88)\d{7}$/;

/** Length of an IBAN by country (SWIFT's IBAN registry). */
const IBAN_LENGTHS: Record<string, number> = Object.fromEntries(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 FO18 ' +
    'FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 ' +
    'MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 SI19 SK24 SM27 ST25 ' +
    'SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** All email addresses in the text. */
export function emailAddresses(text: string): string[] {
  const address = /(?<![\w.%+-])[\w.%+-]{1,64}@(?:[A-Za-z0-9][A-Za-z0-9-]{0,62}\.){1,8}[A-Za-z]{2,24}(?![\w-])/g;
  return Array.from(text.matchAll(address), ([found]) => found);
}

/** An email address of a person; those of a role (info@, press@, …) may be published. */
export function hasEmailAddress(text: string): boolean {
  return emailAddresses(text).some((address) => !ROLE_MAILBOXES.has(address.split('@', 1)[0]?.toLowerCase() ?? ''));
}

/** All phone numbers in the text: international with `+`, North American, or any number after a word such as "phone". */
export function phoneNumbers(text: string): string[] {
  const international = text.matchAll(/(?<![\w+])\+[1-9](?:[ ().-]{0,2}\d){7,14}(?!\w)/g);
  const american = text.matchAll(
    /(?<![\w.-])(?:1[ .-])?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[.-])[2-9]\d{2}[ .-]\d{4}(?![\w-])/g,
  );
  const labelled = text.matchAll(
    /\b(?:tel|telephone|phone|mobile|cell|fax|whatsapp)(?: (?:number|no))?[.:]{0,2} ?(\(?\d(?:[ ()./-]{0,2}\d){6,14})(?!\w)/gi,
  );
  return [
    ...Array.from(international, ([match]) => match),
    ...Array.from(american, ([match]) => match),
    ...Array.from(labelled, ([, number]) => number ?? ''),
  ];
}

/** A phone number that may be a person's; those free for the caller are not. */
export function hasPhoneNumber(text: string): boolean {
  return phoneNumbers(text).some((number) => !TOLL_FREE.test(number.replace(/[^\d+]/g, '')));
}

/** A number with the prefix, length and check digit of a payment card. */
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

/** A bank account number (IBAN) with the length of its country and correct check digits. */
export function hasIban(text: string): boolean {
  const candidates = text.matchAll(/(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}/g);
  const numbers = Array.from(candidates, ([candidate]) => candidate.replaceAll(' ', ''));
  return numbers.some((compact) => {
    const length = IBAN_LENGTHS[compact.slice(0, 2)];
    return length !== undefined && compact.length >= length && passesMod97(compact.slice(0, length));
  });
}

/** ISO 7064 MOD 97-10 over the account number with the country moved to the end. */
function passesMod97(iban: string): boolean {
  let remainder = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

/** A United States social security number; ranges that are never given out do not count. */
export function hasSocialSecurityNumber(text: string): boolean {
  return /(?<![\w-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])/.test(text);
}
