import { readdirSync, readFileSync } from 'node:fs';

/** Kinds of questions; README.md describes them. */
export const KINDS = ['lexical', 'inflected', 'paraphrase', 'free', 'cross-language', 'code', 'unanswerable'] as const;
export type Kind = (typeof KINDS)[number];

/** The half for choosing, and the half for reports. */
export const SPLITS = ['dev', 'test'] as const;
export type Split = (typeof SPLITS)[number];

/** A question with the passage that answers it; null: no document does. */
export interface Question {
  language: string;
  kind: Kind;
  question: string;
  expected: { document: string; contains: string } | null;
}

/** A document to search, Markdown. */
export interface Document {
  /** Its file without `.md`, such as `handbook.en`; its title in the base. */
  title: string;
  language: string;
  content: string;
}

const FOLDER = new URL('./', import.meta.url);

/** The questions of a half. */
export function questionsOf(split: Split): Question[] {
  return JSON.parse(readFileSync(new URL(`questions.${split}.json`, FOLDER), 'utf8'));
}

/** The documents that the questions are about. */
export function documents(): Document[] {
  const folder = new URL('documents/', FOLDER);
  return readdirSync(folder)
    .sort()
    .map((file) => ({
      title: file.slice(0, -'.md'.length),
      language: file.split('.')[1] ?? '',
      content: readFileSync(new URL(file, folder), 'utf8'),
    }));
}

/** A passage of a document. */
export interface Passage {
  title: string;
  text: string;
}

/** A passage that was found, best first. */
export interface Found extends Passage {
  rank: number;
  /** Whether its meaning passes the gate, where the search looks at it. */
  is_near?: boolean;
}

/** A question with what was found. */
export interface Outcome {
  question: Question;
  found: Found[];
  /** Place of the passage that answers it, from 1; null: not among them. */
  place: number | null;
  /** The passages that the answer cites; none: it is refused. Absent: nobody answered. */
  cited?: Passage[];
}

/** Puts questions to a search, one after another, and has them answered where an answer is wanted. */
export async function ask(
  search: (question: string) => Promise<Found[]>,
  questions: readonly Question[],
  answer?: (question: string) => Promise<Passage[]>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const question of questions) {
    const found = await search(question.question);
    const index = found.findIndex((passage) => isExpected(question, passage));
    const cited = await answer?.(question.question);
    outcomes.push({ question, found, place: index === -1 ? null : index + 1, ...(cited && { cited }) });
  }
  return outcomes;
}

function isExpected({ expected }: Question, { title, text }: Passage): boolean {
  return expected !== null && title === expected.document && text.includes(expected.contains);
}

/** Share of the questions that are answered from the right passage, or of those without one that are refused. */
export function answeredRightly(outcomes: readonly Outcome[]): number {
  return share(outcomes, ({ question, cited = [] }) =>
    question.expected ? cited.some((passage) => isExpected(question, passage)) : cited.length === 0,
  );
}

/** Share of the questions that are answered from other passages only. */
export function answeredWrongly(outcomes: readonly Outcome[]): number {
  return share(
    outcomes,
    ({ question, cited = [] }) => cited.length > 0 && !cited.some((passage) => isExpected(question, passage)),
  );
}

/** Share of the questions whose passage is among the first five. */
export function recallAt5(outcomes: readonly Outcome[]): number {
  return share(outcomes, ({ place }) => place !== null && place <= 5);
}

/** Mean of the reciprocal places of the right passages; 0 for one beyond the tenth. */
export function reciprocalRank(outcomes: readonly Outcome[]): number {
  const sum = outcomes.reduce((total, { place }) => total + (place !== null && place <= 10 ? 1 / place : 0), 0);
  return outcomes.length === 0 ? 0 : sum / outcomes.length;
}

/** Share of the questions for which the right passage passes the gate, among the first five that do. */
export function answered(outcomes: readonly Outcome[], threshold: number): number {
  return share(outcomes, ({ place, found }) => {
    const right = place !== null && place <= 5 ? found[place - 1] : undefined;
    return right !== undefined && passes(right, threshold);
  });
}

/** Share of the questions for which no passage passes the gate. */
export function refused(outcomes: readonly Outcome[], threshold: number): number {
  return share(outcomes, ({ found }) => !found.some((each) => passes(each, threshold)));
}

function passes({ rank, is_near }: Found, threshold: number): boolean {
  return rank >= threshold || is_near === true;
}

function share(outcomes: readonly Outcome[], counts: (outcome: Outcome) => boolean): number {
  return outcomes.length === 0 ? 0 : outcomes.filter(counts).length / outcomes.length;
}
