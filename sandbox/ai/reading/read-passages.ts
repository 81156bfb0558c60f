import { inSlices } from '../../slices.ts';
import { featuresOf, similarity } from '../embeddings/features.ts';
import { wordsOf } from '../embeddings/words.ts';
import { namesSomethingElse, readPassage, readSentence, shareSaid } from './evidence.ts';
import { readQuestion } from './question.ts';
import { quotable } from './sentences.ts';

/** A passage of a prompt. */
export interface Passage {
  /** `P1`, `P2`, … */
  id: string;
  /** Title and headings. */
  around: string;
  text: string;
}

/** A sentence or row of a passage, and how well it answers. */
export interface Finding {
  passage: string;
  quote: string;
  score: number;
}

/** From this score on a sentence answers. Chosen on the half `dev` of test/knowledge: 0.99 of its unanswerable questions are refused. */
const ANSWERS = 0.62;
/** Part of the score of the best sentence from which on another one belongs to the answer. */
const BESIDE_BEST = 0.9;
const MAX_FINDINGS = 3;
/** What the likeness of question and passage adds. */
const LIKENESS = 0.3;
/** Longest question that is read, characters; what is behind is left out. */
const MAX_QUESTION = 4_000;

/**
 * The sentences of passages that answer a question, best first; none where none says enough of what is asked. In slices, since a long
 * question is compared with each of hundreds of sentences.
 */
export function readPassages(question: string, passages: readonly Passage[]): Promise<Finding[]> {
  return inSlices(reading(question.slice(0, MAX_QUESTION), passages));
}

function* reading(question: string, passages: readonly Passage[]): Generator<undefined, Finding[]> {
  const asked = readQuestion(question);
  const features = featuresOf(wordsOf(question));
  yield;
  const read = [];
  for (const { id, around, text } of passages) {
    const all = `${around}\n${text}`;
    read.push({
      id,
      text,
      likeness: LIKENESS * similarity(features, featuresOf(wordsOf(all))),
      ...readPassage(asked, around, text),
    });
    yield;
  }
  if (namesSomethingElse(asked, read)) return [];
  const findings: Finding[] = [];
  for (const { id, text, likeness, ...passage } of read) {
    for (const sentence of quotable(text)) {
      const score = shareSaid(asked, readSentence(sentence), passage) + likeness;
      findings.push({ passage: id, quote: sentence.quote, score });
      yield;
    }
  }
  const ordered = findings.sort((one, other) => other.score - one.score);
  const least = Math.max(ANSWERS, BESIDE_BEST * (ordered[0]?.score ?? 0));
  return ordered.filter(({ score }) => score >= least).slice(0, MAX_FINDINGS);
}
