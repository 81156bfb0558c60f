/** Whether the text contains one of the phrases as whole words, ignoring case and spacing. */
export function hasPhrase(text: string, phrases: readonly string[]): boolean {
  const haystack = normalise(text);
  return phrases.map(normalise).some((phrase) => phrase !== '' && holdsWhole(haystack, phrase));
}

function normalise(text: string): string {
  return text.normalize('NFKC').replace(/[‘’]/g, "'").replace(/[*_`]/g, '').replace(/\s+/g, ' ').trim().toLowerCase();
}

function holdsWhole(text: string, phrase: string): boolean {
  for (let at = text.indexOf(phrase); at !== -1; at = text.indexOf(phrase, at + 1)) {
    if (isEdge(text, at) && isEdge(text, at + phrase.length)) return true;
  }
  return false;
}

/** Whether a word may end or begin at the position. After a phrase that ends in punctuation any position is fine. */
function isEdge(text: string, position: number): boolean {
  return !/^[\p{L}\p{N}]{2}$/u.test(text.slice(position - 1, position + 1)) || position === 0;
}

/** Promises that advertising law or the partner programme forbids for any product. */
const BANNED: readonly RegExp[] = [
  /\b(?:cures?|miracle (?:cure|drug|solution|product))\b/i,
  /\b(?:risk[ -]free|zero[ -]risk|no[ -]risk (?:investment|purchase|offer|trial))\b/i,
  /\bguaranteed? (?:returns?|profits?|income|earnings|results?|success|roi|growth|savings|revenue|ranking)\b/i,
  /\b(?:returns?|profits?|income|earnings|results?|success|roi|growth|savings|revenue) (?:is|are) guaranteed\b/i,
  /\b100 ?% guaranteed\b/i,
  /\b(?:get rich quick|double your money|can['’]t lose|cannot lose)\b/i,
];

/** Superlatives that cannot be proved. */
const UNPROVABLE: readonly RegExp[] = [
  // "Tip #1" is a count, "the #1 platform" is a claim.
  /(?<![\w(/#&])(?<!\b(?:tip|step|reason|item|rule|issue|ticket|mistake|question|figure|part|chapter|lesson|myth|option|case|pr) )#1(?![\w.]*\d)(?!\w)/i,
  /\b(?:number[ -]one|no\. ?1) (?:platform|solution|choice|provider|tool|service|product|software|company|vendor|partner|app)\b/i,
  /\b(?:best|fastest|safest|cheapest|greatest|most \w{1,20}) (?:\w{1,20} )?(?:in the (?:world|industry|universe)|on (?:the market|earth|the planet)|worldwide|of all time)\b/i,
  /\bworld['’]s (?:best|fastest|safest|cheapest|greatest|leading|finest|most|only|number|no\.|#)/i,
  /\b100 ?% (?:secure|safe|accurate|reliable|effective|uptime|private|bug[ -]free|error[ -]free)\b/i,
  /\b(?:completely|totally|absolutely|perfectly) (?:secure|safe|risk|unhackable)\b/i,
  /\b(?:unhackable|unbeatable|unrivall?ed|unmatched|unparall?eled|never fails|hack[ -]proof|second to none)\b/i,
  /\bthe only (?:platform|solution|provider|tool|product|software|service) (?:that|you['’]ll|in the)\b/i,
];

/** Whether the text makes a forbidden promise: healing, returns without risk, guaranteed results. */
export function hasBannedClaim(text: string): boolean {
  return BANNED.some((claim) => claim.test(text));
}

/** Whether the text has a superlative or absolute that cannot be proved. */
export function hasUnprovableClaim(text: string): boolean {
  return UNPROVABLE.some((claim) => claim.test(text));
}
