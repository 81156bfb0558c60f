const verbs = new Set(
  `accelerate achieve adopt alert analyze attract automate avoid back boost bring build check choose classify clean collect
   combine compare connect consolidate convert copy create cut decrease deliver deploy detect discover drive eliminate enable encrypt
   engage enrich ensure expand extend forecast gain generate get give group grow help identify implement improve increase
   inspect integrate keep log lower maintain make manage map merge migrate minimize modernize monitor move notify optimize
   organize predict prepare prevent protect provide reach recover reduce remove replace report restore route save scan
   schedule send shorten show simplify solve sort store streamline strengthen suggest summarize support sync tag test
   transform translate turn understand unify validate verify warn win work write`.split(/\s+/),
);
const doubled = new Set(['cut', 'get', 'win', 'plan', 'run', 'set']);

/** Whether a phrase begins with a verb in its base form, such as "reduce costs". */
export function isVerbPhrase(phrase: string): boolean {
  return verbs.has(firstWord(phrase)) && /\s(?!of\b)/.test(phrase);
}

/** "backs up databases" -> "back up databases"; any other phrase stays as it is. */
export function asBaseForm(phrase: string): string {
  const word = firstWord(phrase);
  const base = [word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ies$/, 'y')].find((each) =>
    verbs.has(each),
  );
  return base !== undefined && word.endsWith('s') && /\s/.test(phrase) ? base + phrase.slice(word.length) : phrase;
}

/** "reduce costs" -> "reducing costs"; any other phrase stays as it is. */
export function asNounPhrase(phrase: string): string {
  if (!isVerbPhrase(phrase)) return phrase;
  const verb = firstWord(phrase);
  const stem = doubled.has(verb) ? verb + verb.slice(-1) : verb.replace(/([^e])e$/, '$1');
  return `${stem}ing${phrase.slice(verb.length)}`;
}

function firstWord(phrase: string): string {
  return phrase.split(/\s/, 1)[0]?.toLowerCase() ?? '';
}
