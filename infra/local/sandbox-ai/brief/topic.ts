import type { Brief } from './brief.ts';
import { asNounPhrase } from './verbs.ts';
import { countWords, midSentence } from './words.ts';

const directive =
  /^(?:please\s+)?(?:can you\s+|could you\s+|i need\s+|we need\s+|i want\s+)?(?:write|create|generate|draft|compose|prepare|produce|make|give|suggest|explain|describe|summari[sz]e|plan|list|propose|develop|announce|analy[sz]e|review|tell)\b/i;

const asking =
  /^(?:what (?:is|are|does|do)|how (?:do|does|can|should|would) (?:we|i|you|a partner|partners|one|teams?)|how to|why (?:is|are|do|does|should)|when (?:is|are|should)|which|where (?:is|are|do|can)(?: i| we)?|who (?:is|are)|is there|are there|can (?:we|i|you)|do (?:we|i|you)|does)\s+/i;

const stopWords = new Set(
  `a an and are as at be been by can could do does for from has have how i if in into is it its me my of on or our please
   should so that the their them there these they this to us want was we were what when where which who why will with would
   you your write create generate draft make give need about using use between words word each least most than more`.split(
    /\s+/,
  ),
);

/** The subject as a noun phrase for the middle of a sentence, from whatever text states it. */
export function topicOf(text: string): string {
  const firstLine = text.trim().split(/\n/)[0] ?? '';
  const plain = firstLine.replace(/[.?!\s]+$/, '').replace(/^["'“]|["'”]$/g, '');
  const about = directive.test(plain)
    ? /\b(?:about|on|regarding|covering|for|of)\s+(.+)$/i.exec(plain)?.[1]
    : undefined;
  const stripped = (about ?? plain)
    .replace(asking, '')
    .replace(/[:–—].*$/, '')
    .trim();
  if (stripped && countWords(stripped) <= 9 && !directive.test(stripped))
    return asNounPhrase(midSentence(stripped.replace(/[.,;].*$/, '')));
  return midSentence(keyPhrases(about ?? text)[0] ?? 'the offer');
}

/** Runs of content words, the most telling first (frequency of their words times length, as in RAKE). */
export function keyPhrases(text: string): string[] {
  const runs = text
    .split(/[^\p{L}\p{N}\s'-]+|\n+/u)
    .flatMap((clause) => splitAtStopWords(clause.split(/\s+/).filter(Boolean)))
    .filter((run) => run.length > 0);
  const frequency = new Map<string, number>();
  for (const word of runs.flat()) frequency.set(word.toLowerCase(), (frequency.get(word.toLowerCase()) ?? 0) + 1);
  const score = (run: string[]): number => run.reduce((sum, word) => sum + (frequency.get(word.toLowerCase()) ?? 0), 0);
  const ranked = runs.map((run) => ({ phrase: run.slice(0, 5).join(' '), score: score(run.slice(0, 5)) }));
  ranked.sort((a, b) => b.score - a.score);
  return [...new Set(ranked.map(({ phrase }) => phrase))];
}

function splitAtStopWords(words: string[]): string[][] {
  const runs: string[][] = [[]];
  for (const word of words) {
    if (stopWords.has(word.toLowerCase())) runs.push([]);
    else runs.at(-1)?.push(word);
  }
  return runs;
}

/** Without the phrases that are to be avoided. */
export function withoutAvoided(text: string, brief: Brief): string {
  return brief.avoid
    .reduce((rest, phrase) => rest.replaceAll(new RegExp(escapePattern(phrase), 'gi'), ''), text)
    .replace(/\s{2,}/g, ' ')
    .trim();
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
