const verbs = new Set(
  `accelerate achieve adopt attract automate avoid boost bring build choose close collect combine connect consolidate
   control convert create cut decrease deliver deploy detect drive eliminate enable engage ensure expand extend find
   gain generate get give grow help identify implement improve increase integrate keep launch lower maintain make manage
   migrate minimize modernize move optimize organize prepare prevent protect provide reach recover reduce remove replace
   save scale secure share simplify solve speed start streamline strengthen track transform understand unify win write`.split(
    /\s+/,
  ),
);
const doubled = new Set(['cut', 'get', 'win', 'plan', 'run', 'set']);

/** Whether a phrase begins with a verb in its base form, such as "reduce costs". */
export function isVerbPhrase(phrase: string): boolean {
  return verbs.has(firstWord(phrase)) && /\s/.test(phrase);
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
