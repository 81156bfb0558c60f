import type { Brief } from './brief.ts';
import { asNounPhrase, isVerb, isVerbPhrase, subjectOfSentence } from './verbs.ts';
import { countWords, midSentence } from './words.ts';

const directive =
  /^(?:please\s+)?(?:can you\s+|could you\s+|i need\s+|we need\s+|i want\s+)?(?:write|create|generate|draft|compose|prepare|produce|make|give|suggest|explain|describe|summari[sz]e|plan|list|propose|develop|announce|analy[sz]e|review|tell|rewrite|translate)\b/i;

const greeting = /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening))\b[^,.!?]{0,20}[,.!?]\s*/i;

const asking =
  /^(?:what (?:is|are|does|do)|how (?:do|does|can|should|would) (?:we|i|you|a partner|partners|one|teams?)|how to|why (?:is|are|do|does|should)|when (?:is|are|should)|which|where (?:is|are|do|can)(?: i| we)?|who (?:is|are)|is there|are there|can (?:we|i|you)|do (?:we|i|you)|does)\s+/i;

/** "how do credits work" asks about credits. */
const workings = /^how (?:do|does|can|should) (.+?) (?:work|help|compare|differ|change|fit)\b.*$/i;

const stopWords = new Set(
  `a an and are as at be been by can could do does for from has have help hello how i if in into is it its know let like
   me more most my of on or our please should so than that the their them there these they think this to us using use want
   was we were what when where which who whom why will with would you your write create generate draft make give need about
   between words word each least`.split(/\s+/),
);

const personal = /\b(?:i|me|my|we|us|our|you|your)\b/i;
const wordsOfTopic = 9;
/** From this many words a text is prose, and single phrases say more than its first line. */
const wordsOfProse = 25;

/** A sentence that tells the writer what to do rather than the reader what is so. */
export function isDirective(sentence: string): boolean {
  return directive.test(sentence) || /\?$/.test(sentence);
}

/** The subject as a noun phrase for the middle of a sentence, from whatever text states it. */
export function topicOf(text: string): string {
  const firstLine = text.trim().replace(greeting, '').split(/\n/)[0] ?? '';
  const plain = firstLine.replace(/[.?!\s]+$/, '').replace(/^["'“]|["'”]$/g, '');
  const about = directive.test(plain)
    ? /\b(?:about|on|regarding|covering|for|of)\s+(.+)$/i.exec(plain)?.[1]
    : undefined;
  const stripped = (about ?? plain)
    .replace(workings, '$1')
    .replace(asking, '')
    .replace(/\b(?:our|my)\b/gi, 'the')
    .replace(/(?:[:–—;]|[.!?]\s|,\s(?:for|so|and|with|which|that)\b).*$/i, '')
    .trim();
  const isSentence = /[.!]\s*$/.test(firstLine) || /[.!]\s/.test(text);
  const agent = isSentence ? subjectOfSentence(stripped) : undefined;
  const candidates = agent === undefined ? [stripped, shortTopicOf(stripped)] : [shortTopicOf(agent)];
  const phrase = candidates.find(isTopic) ?? keyPhrases(about ?? text)[0] ?? 'your question';
  return asNounPhrase(midSentence(phrase));
}

function isTopic(phrase: string): boolean {
  const clause = directive.test(phrase) && !isVerbPhrase(phrase);
  if (clause || asking.test(phrase) || /^how\b/i.test(phrase) || personal.test(phrase)) return false;
  return countWords(phrase) <= wordsOfTopic && keyPhrases(phrase).length > 0;
}

/** The topic without what qualifies it: "cost control for retailers" -> "cost control". */
export function shortTopicOf(topic: string): string {
  const head = topic.split(/\s(?:for|in|at|with|across|among|through|using|by|on|when|while)\s/)[0] ?? topic;
  return countWords(head) >= 2 ? head : topic;
}

/** Runs of content words, the most telling first (frequency of their words, as in RAKE); pairs of words in prose. */
function keyPhrases(text: string): string[] {
  const size = countWords(text) > wordsOfProse ? 2 : 5;
  const runs = text
    .split(/[^\p{L}\p{N}\s'-]+|\n+/u)
    .flatMap((clause) => runsOf(clause.split(/\s+/).filter(Boolean)))
    .map(({ article, words }) => ({ article, words: words.slice(0, size) }));
  const frequency = new Map<string, number>();
  for (const word of runs.flatMap(({ words }) => words)) {
    frequency.set(word.toLowerCase(), (frequency.get(word.toLowerCase()) ?? 0) + 1);
  }
  const scored = runs.map(({ article, words }) => ({
    phrase: [...article, ...words].join(' '),
    // A verb on its own names nothing.
    score: words.every(isVerb) ? 0 : words.reduce((sum, word) => sum + (frequency.get(word.toLowerCase()) ?? 0), 0),
  }));
  return [...new Set(scored.sort((a, b) => b.score - a.score).map(({ phrase }) => phrase))];
}

/** Words between stop words, with the article before them. */
function runsOf(clause: string[]): { article: string[]; words: string[] }[] {
  const runs: { article: string[]; words: string[] }[] = [{ article: [], words: [] }];
  for (const word of clause) {
    const lower = word.toLowerCase();
    if (/^(?:a|an|the)$/.test(lower)) runs.push({ article: [lower], words: [] });
    else if (stopWords.has(lower)) runs.push({ article: [], words: [] });
    else runs.at(-1)?.words.push(word);
  }
  return runs.filter(({ words }) => words.length > 0);
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
