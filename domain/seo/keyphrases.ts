import { sentences, stem, words } from './rubric/text.ts';

/** Longest phrase, words. */
const MAX_WORDS = 3;
const MAX_PHRASES = 10;
/** Longest word, characters; longer ones are not English words. */
const MAX_WORD = 40;
/** A phrase that occurs once is not a theme. */
const MIN_OCCURRENCES = 2;
/** Weight of a phrase by its number of words: log2(words + 1), so that single words have a weight, too. */
const LENGTH_WEIGHT = [0, 1, Math.log2(3), 2];

/** English words that no phrase contains. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above across after again all allow allows already also always am an and another any are around as at away be
  because been before being below between both but by can cannot could did do does doing done down during each either
  else enable enables even ever every few for from further get gets give gives had has have having he her here hers him his
  how i if in into is it it's its itself just keep keeps least less let lets like made make makes many may me might more
  most much must my need needs never no nor not now of off on once one only onto or other our ours out over own per
  provide provides same see several she should since so some such take takes than that the their theirs them then there
  these they this those through to together too toward two under until up upon us use used uses using very via was we well
  were what when where whether which while who whom whose why will with within without would yet you your yours`.split(
    /\s+/,
  ),
);

/** A phrase that recurs in the text. */
export interface Keyphrase {
  /** As it first occurs in the text, in lower case. */
  phrase: string;
  occurrences: number;
  /** Relative to the strongest phrase: above 0, at most 1. */
  relevance: number;
}

interface Candidate {
  phrase: string;
  stems: string[];
  occurrences: number;
}

/**
 * Up to ten recurring phrases of an English text by their C-value (Frantzi, Ananiadou and Mima, 2000): frequent and
 * long ones first, without phrases that occur only as part of a longer one.
 */
export function keyphrases(text: string): Keyphrase[] {
  const candidates = candidatesOf(text).filter(({ occurrences }) => occurrences >= MIN_OCCURRENCES);
  const nesting = longerOccurrences(candidates);
  const ranked = candidates
    .map((candidate) => ({ ...candidate, value: cValue(candidate, nesting.get(candidate.stems.join(' ')) ?? []) }))
    .filter(({ value }) => value > 0)
    .toSorted((a, b) => b.value - a.value)
    .slice(0, MAX_PHRASES);
  const strongest = ranked[0]?.value ?? 1;
  return ranked.map(({ phrase, occurrences, value }) => ({
    phrase,
    occurrences,
    relevance: Math.max(0.01, Math.round((value / strongest) * 100) / 100),
  }));
}

/** Runs of one to three words without a stop word, number or punctuation between them, in text order. */
function candidatesOf(text: string): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const run of sentences(text).flatMap(runsOf)) {
    const runStems = run.map(stem);
    for (let from = 0; from < run.length; from += 1) {
      for (let to = from + 1; to <= Math.min(run.length, from + MAX_WORDS); to += 1) {
        const stems = runStems.slice(from, to);
        const known = found.get(stems.join(' '));
        if (known) known.occurrences += 1;
        else found.set(stems.join(' '), { phrase: run.slice(from, to).join(' '), stems, occurrences: 1 });
      }
    }
  }
  return [...found.values()];
}

function runsOf(sentence: string): string[][] {
  const runs: string[][] = [[]];
  for (const piece of sentence.split(/[^\p{L}\p{N}\p{M}'’\s-]+/u)) {
    for (const word of words(piece)) {
      if (word.length < 2 || word.length > MAX_WORD || /^\p{N}+$/u.test(word) || STOP_WORDS.has(word)) runs.push([]);
      else runs.at(-1)?.push(word);
    }
    runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}

/** For each phrase, how often longer phrases that contain it occur. */
function longerOccurrences(candidates: readonly Candidate[]): Map<string, number[]> {
  const longer = new Map<string, number[]>();
  for (const { stems, occurrences } of candidates) {
    for (const part of properParts(stems)) longer.set(part, [...(longer.get(part) ?? []), occurrences]);
  }
  return longer;
}

function properParts(stems: readonly string[]): Set<string> {
  const parts = new Set<string>();
  for (let from = 0; from < stems.length; from += 1) {
    for (let to = from + 1; to <= stems.length; to += 1) {
      if (to - from < stems.length) parts.add(stems.slice(from, to).join(' '));
    }
  }
  return parts;
}

function cValue({ stems, occurrences }: Candidate, longer: readonly number[]): number {
  const nested = longer.length === 0 ? 0 : longer.reduce((sum, count) => sum + count, 0) / longer.length;
  return (LENGTH_WEIGHT[stems.length] ?? 0) * (occurrences - nested);
}
