const verbs = new Set(
  `accelerate achieve adopt alert analyze announce attract automate avoid back boost bring build check choose classify clean
   collect combine compare connect consolidate control convert copy create cut decrease deliver deploy detect discover drive
   eliminate enable encrypt engage enrich ensure expand extend find forecast gain generate get give group grow help host
   identify implement improve increase inspect integrate keep launch load log lower maintain make manage map merge migrate
   minimize modernize monitor move need notify offer open optimize organize plan predict prepare present prevent promote
   protect provide publish reach recover reduce release remove replace report restore route run save scale scan schedule
   sell send share shorten show simplify solve sort speed start store streamline strengthen suggest summarize support sync
   tag test track transform translate turn understand unify update validate verify warn win work write`.split(/\s+/),
);
const doubled = new Set(['cut', 'get', 'plan', 'run', 'tag', 'win']);

/** A word before one of these is a noun: "support that answers", "launch of a product". */
const afterNoun = /^\s(?:of|that|which|who|for|in|and|or|with|to|is|are|can|will)\b/i;

const irregular = new Set(
  `is are was were has have had can will would must should became began brought built came cost does did fell felt found gave
   got grew kept knew led lost made met paid ran said says saw sold sent spent took went won wrote`.split(/\s+/),
);
const beforeObject = /^(?:a|an|the|its|their|our|in|into|to|by|on|at|from|with|over|up|out|per|more|less)$/;

/** Whether a phrase begins with a verb in its base form, such as "reduce costs". */
export function isVerbPhrase(phrase: string): boolean {
  const word = firstWord(phrase);
  return isVerb(word) && /\s/.test(phrase) && !afterNoun.test(phrase.slice(word.length));
}

/** Whether the word is a verb in its base form. */
export function isVerb(word: string): boolean {
  return verbs.has(word.toLowerCase());
}

/** "backs up databases" -> "back up databases"; any other phrase stays as it is. */
export function asBaseForm(phrase: string): string {
  const word = firstWord(phrase);
  const base = baseOf(word);
  return base !== undefined && /\s/.test(phrase) && !afterNoun.test(phrase.slice(word.length))
    ? base + phrase.slice(word.length)
    : phrase;
}

/** "reduce costs" -> "reducing costs"; any other phrase stays as it is. */
export function asNounPhrase(phrase: string): string {
  if (!isVerbPhrase(phrase)) return phrase;
  const verb = firstWord(phrase);
  const stem = doubled.has(verb) ? verb + verb.slice(-1) : verb.replace(/([^e])e$/, '$1');
  return `${stem}ing${phrase.slice(verb.length)}`;
}

/** What stands before the verb of a sentence: "DataBridge loads tables" -> "DataBridge"; undefined without a verb. */
export function subjectOfSentence(sentence: string): string | undefined {
  const words = sentence.split(/\s+/);
  const at = words.findIndex((word, index) => index > 0 && isFiniteVerb(word, words[index - 1], words[index + 1]));
  return at > 0 ? words.slice(0, at).join(' ') : undefined;
}

/** Plural nouns look like verbs, so what follows must look like an object. */
function isFiniteVerb(word: string, before: string | undefined, next: string | undefined): boolean {
  if (irregular.has(word)) return true;
  // "Orders arrived in four formats", but not "a managed service".
  if (/^(?:a|an|the)$/i.test(before ?? '')) return false;
  if (/^[a-z]{3,}ed$/.test(word) && beforeObject.test(next ?? '')) return true;
  const verb = baseOf(word) ?? (word.endsWith('ed') ? pastOf(word) : undefined) ?? (word === 'need' ? word : undefined);
  return verb !== undefined && next !== undefined && !afterNoun.test(` ${next}`);
}

function baseOf(word: string): string | undefined {
  if (!word.endsWith('s')) return undefined;
  return [word.slice(0, -1), word.replace(/es$/, ''), word.replace(/ies$/, 'y')].find((each) => verbs.has(each));
}

function pastOf(word: string): string | undefined {
  return [word.slice(0, -1), word.slice(0, -2), word.slice(0, -3)].find((each) => verbs.has(each));
}

function firstWord(phrase: string): string {
  return phrase.split(/\s/, 1)[0]?.toLowerCase() ?? '';
}
