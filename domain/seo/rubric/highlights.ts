import type { Measured, Reading } from './reading.ts';
import { counted, quote, stems } from './text.ts';
import type { Verdict } from './types.ts';
import { verdict } from './verdict.ts';

/** AWS Marketplace shows three highlights of at most 500 characters each. */
const MAX_COUNT = 3;
const MAX_CHARACTERS = 500;
/** Less is a slogan that tells a buyer nothing. */
const MIN_CHARACTERS = 20;
/** Two highlights that share more of their words than this say the same, percent of the words of both. */
const MAX_SHARED_PERCENT = 60;

/** Points of the rules: 20. */
const POINTS = { present: 20, length: 8, count: 6, distinct: 6 };

/** The rules on the highlights; length and difference are judged on the first three, which are the ones that are shown. */
export function scoreHighlights(reading: Reading): Verdict[] {
  if (reading.highlightCount === 0) return [missing()];
  return [count(reading), length(reading), distinct(reading)];
}

function missing(): Verdict {
  return verdict('highlights.present', POINTS.present, {
    observed: 'The listing has no highlights.',
    fix: `Add 1 to ${MAX_COUNT} highlights of ${MIN_CHARACTERS} to ${MAX_CHARACTERS} characters, each on another benefit.`,
  });
}

function count({ highlightCount }: Reading): Verdict {
  if (highlightCount <= MAX_COUNT) return verdict('highlights.count', POINTS.count, null);
  return verdict('highlights.count', POINTS.count, {
    observed: `There are ${highlightCount} highlights; ${MAX_COUNT} are shown.`,
    fix: `Keep the first ${MAX_COUNT} highlights and remove the other ${highlightCount - MAX_COUNT}.`,
  });
}

function length({ highlights }: Reading): Verdict {
  const wrong = highlights.filter(({ characters }) => characters < MIN_CHARACTERS || characters > MAX_CHARACTERS);
  if (wrong.length === 0) return verdict('highlights.length', POINTS.length, null);
  return verdict('highlights.length', POINTS.length, {
    observed: wrong.map(({ text, characters }) => `${quote(text)} has ${counted(characters, 'character')}.`).join(' '),
    fix: wrong.map(mendLength).join(' '),
  });
}

function mendLength({ text, characters }: Measured): string {
  return characters < MIN_CHARACTERS
    ? `Add at least ${counted(MIN_CHARACTERS - characters, 'character')} to ${quote(text)}: say what the buyer gains.`
    : `Take at least ${counted(characters - MAX_CHARACTERS, 'character')} off ${quote(text)}.`;
}

function distinct({ highlights }: Reading): Verdict {
  const vocabularies = highlights.map(({ text }) => new Set(stems(text)));
  const pairs = vocabularies.flatMap((a, first) =>
    vocabularies.flatMap((b, second) => (first < second && areAlike(a, b) ? [[first, second] as const] : [])),
  );
  if (pairs.length === 0) return verdict('highlights.distinct', POINTS.distinct, null);
  const repeated = [...new Set(pairs.map(([, second]) => second))].map((place) => quote(highlights[place]?.text ?? ''));
  return verdict('highlights.distinct', POINTS.distinct, {
    observed: `${pairs.map(([first, second]) => `Highlights ${first + 1} and ${second + 1}`).join(', ')} say the same.`,
    fix: `Rewrite ${repeated.join(' and ')} about another benefit, in ${MIN_CHARACTERS} to ${MAX_CHARACTERS} characters.`,
  });
}

function areAlike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared * 100 > (a.size + b.size - shared) * MAX_SHARED_PERCENT;
}
