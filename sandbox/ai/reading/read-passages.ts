import { inSlices } from '../../slices.ts';
import { featuresOf, similarity } from '../embeddings/features.ts';
import { namesSomethingElse, readPassage, shareSaid } from './evidence.ts';
import { readQuestion } from './question.ts';
import { whatIsSaid } from './said.ts';

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
const ANSWERS = 0.68;
/** Part of the score of the best sentence from which on another one belongs to the answer. */
const BESIDE_BEST = 0.9;
const MAX_FINDINGS = 3;
/** What the likeness of question and passage adds. */
const LIKENESS = 0.45;
/** How an item of a list begins. */
const ITEM = /^[\p{Lu}\p{N}*-]/u;
/** Bounds of a sentence that is quoted, characters. */
const MIN_QUOTE = 11;
const MAX_QUOTE = 300;

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
  const features = featuresOf(question);
  yield;
  const read = [];
  for (const { id, around, text } of passages) {
    const all = `${around}\n${text}`;
    read.push({ id, text, likeness: LIKENESS * similarity(features, featuresOf(all)), ...readPassage(asked, all) });
    yield;
  }
  if (namesSomethingElse(asked, read)) return [];
  const findings: Finding[] = [];
  for (const { id, text, likeness, ...passage } of read) {
    for (const quote of quotable(text)) {
      findings.push({ passage: id, quote, score: shareSaid(asked, whatIsSaid(quote), passage) + likeness });
      yield;
    }
  }
  const ordered = findings.sort((one, other) => other.score - one.score);
  const least = Math.max(ANSWERS, BESIDE_BEST * (ordered[0]?.score ?? 0));
  return ordered.filter(({ score }) => score >= least).slice(0, MAX_FINDINGS);
}

/** Sentences and rows of a text that can be quoted. */
export function quotable(text: string): string[] {
  return text
    .split(/\n\s*\n|\n(?=[^\n]*\|)/)
    .flatMap((part) => (isList(part) ? part.split('\n') : [part]))
    .flatMap((part) => part.split(/(?<=[^\d\s][.!?])\s+/))
    .map((sentence) => sentence.replace(/^[\s#>|-]+/, '').trim())
    .filter((sentence) => sentence.length >= MIN_QUOTE && sentence.length <= MAX_QUOTE);
}

/** Whether the lines of a paragraph are items of a list: where a line is broken to fit a page, the next word would not have fitted on it. */
function isList(paragraph: string): boolean {
  const lines = paragraph.split('\n').map((line) => line.trim());
  const longest = Math.max(...lines.map(({ length }) => length));
  const fits = (line: string, next: string) => line.length + 1 + next.split(' ', 1).join('').length <= longest;
  const [, ...others] = lines;
  return others.every((line) => ITEM.test(line)) && others.some((line, index) => fits(lines[index] ?? '', line));
}
