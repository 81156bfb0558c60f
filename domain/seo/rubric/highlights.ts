import type { Measured, Reading } from './reading.ts';
import { counted, countedUpTo, enumerate, proposedList, quote, stems } from './text.ts';
import { type Verdict, verdict } from './types.ts';

/** AWS Marketplace shows three highlights of at most 500 characters each. */
const MAX_COUNT = 3;
const MAX_CHARACTERS = 500;
/** A shorter highlight is a slogan without information. */
const MIN_CHARACTERS = 20;
/** Two highlights that share more of their words repeat each other, percent of the words of both. */
const MAX_SHARED_PERCENT = 60;

/** Largest figures that are stated exactly. */
const MAX_EXACT = { count: 400, characters: 4_000 };

/** Points of the rules: 20. */
const POINTS = { present: 20, length: 8, count: 6, distinct: 6 };

/** The rules on the highlights; length and difference are judged on the first three, the ones that are shown. */
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

function count({ highlights, highlightCount }: Reading): Verdict {
  if (highlightCount <= MAX_COUNT) return verdict('highlights.count', POINTS.count, null);
  return verdict('highlights.count', POINTS.count, {
    observed: `There are ${countedUpTo(highlightCount, MAX_EXACT.count, 'highlight')}; ${MAX_COUNT} are shown.`,
    fix: `Keep the first ${MAX_COUNT} highlights and remove what follows.`,
    ...proposedList(highlights.map(({ text }) => text)),
  });
}

function length({ highlights }: Reading): Verdict {
  const wrong = highlights
    .map((highlight, index) => ({ ...highlight, name: nameOf(index, highlight) }))
    .filter(({ characters }) => characters < MIN_CHARACTERS || characters > MAX_CHARACTERS);
  if (wrong.length === 0) return verdict('highlights.length', POINTS.length, null);
  return verdict('highlights.length', POINTS.length, {
    observed: wrong
      .map(
        ({ text, characters }) => `${quote(text)} has ${countedUpTo(characters, MAX_EXACT.characters, 'character')}.`,
      )
      .join(' '),
    fix:
      wrong.map(({ name, characters }) => fixLength(name, characters)).join(' ') +
      (wrong.length > 1 ? ' Let each say something else.' : ''),
  });
}

function fixLength(name: string, characters: number): string {
  return characters < MIN_CHARACTERS
    ? `Add at least ${counted(MIN_CHARACTERS - characters, 'character')} to ${name}: say what the buyer gains.`
    : `Shorten ${name} to ${MAX_CHARACTERS} characters or fewer.`;
}

/** Two may have the same text, so the position is part of the name. */
function nameOf(index: number, { text }: Measured): string {
  return `highlight ${index + 1} (${quote(text)})`;
}

function distinct({ highlights }: Reading): Verdict {
  const vocabularies = highlights.map(({ text }) => new Set(stems(text)));
  const alike = vocabularies.map((vocabulary, index) =>
    vocabularies.flatMap((earlier, other) => (other < index && areAlike(earlier, vocabulary) ? [other] : [])),
  );
  const repeating = highlights.flatMap((highlight, index) => (alike[index]?.length ? [{ highlight, index }] : []));
  if (repeating.length === 0) return verdict('highlights.distinct', POINTS.distinct, null);
  const [pair, ...pairs] = alike.flatMap((others, index) => others.map((other) => `${other + 1} and ${index + 1}`));
  const named = enumerate(repeating.map(({ highlight, index }) => nameOf(index, highlight)));
  return verdict('highlights.distinct', POINTS.distinct, {
    observed:
      pairs.length === 0
        ? `Highlights ${pair} say the same.`
        : `Highlights ${pair} say the same, and so do ${pairs.join(', and so do ')}.`,
    fix:
      repeating.length > 1
        ? `Rewrite ${named} about another benefit each, in ${MIN_CHARACTERS} to ${MAX_CHARACTERS} characters.`
        : `Rewrite ${named} about another benefit, in ${MIN_CHARACTERS} to ${MAX_CHARACTERS} characters.`,
  });
}

function areAlike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared * 100 > (a.size + b.size - shared) * MAX_SHARED_PERCENT;
}
