// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code, some of it with template literals.

/** A regular expression that the checker cannot prove linear, or that is made at run time. */
interface Exception {
  /** As `productionExpressions` has it. */
  text: string;
  /** What bounds its time. */
  bound: string;
}

/** The only exceptions of `npm run check:expressions`. Mend an expression over strangers' text rather than add it here. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    text: "RegExp(groups.join('|'), 'g')",
    bound:
      'phrases of the product with counts of at most 16, on sentences of at most 400 characters or slices of 8,000',
  },
  { text: "RegExp(DATE_FORMS, 'g')", bound: 'forms of dates with counts, on sentences of at most 400 characters' },
  { text: String.raw`/(?<!\w)hv[sbr]\.[\w-]{90}/g`, bound: 'a count behind a fixed beginning' },
  {
    text: String.raw`/\/+$/`,
    bound: 'addresses that the operator sets, once at the start',
  },
  {
    text: String.raw`/<script type="module"(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g`,
    bound: "Vite's own page in development",
  },
  {
    text: String.raw`/!?\[([^\][]{0,500})\](?:\([^)[]{0,2000}\)|\[[^\][]{0,500}\])/g`,
    bound:
      'no brackets in brackets, on at most 6,000 characters (inertLine); the checker runs out of time on the counts',
  },
  {
    text: String.raw`/\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)\S*|\b(?:javascript|data|mailto|vbscript|file):\S+/gi`,
    bound: 'at most 6,000 characters (inertLine); attempts read 21 characters before the address',
  },
  {
    text: String.raw`/(?<![\w.%+-])[\w.%+-]{1,64}@(?:[A-Za-z0-9][A-Za-z0-9-]{0,62}\.){1,8}[A-Za-z]{2,24}(?![\w-])/g`,
    bound: 'one attempt for each run of characters, of at most 64; the labels have at most 600',
  },
  {
    text: String.raw`/hooks\.slack\.com\/services\/T[A-Za-z0-9]{1,40}\/B[A-Za-z0-9]{1,40}\/[A-Za-z0-9]{8}/gi`,
    bound: 'counts of at most 40 behind a fixed beginning',
  },
  {
    text: "RegExp(`^${language}(-[a-z0-9]{2,8})*$`, 'i')",
    bound: "language codes of the browser's settings",
  },
  { text: 'RegExp(`^[A-Za-z0-9]{${TOKEN_LENGTH}}$`)', bound: 'a count, anchored' },
  {
    text: 'RegExp(`^\\\\d{1,${maxIntegerDigits}}(\\\\.\\\\d{1,${maxFractionDigits}})?$`)',
    bound: 'counts, anchored',
  },
  {
    text: "RegExp(`[${UNSPACED}]|[[\\\\p{L}\\\\p{N}\\\\p{M}]--[${UNSPACED}]]+(?:['’]\\\\p{L}+)*`, 'gv')",
    bound: 'alternatives that begin with different characters, without an end to fail at',
  },
];
