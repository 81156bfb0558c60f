import { truncate } from '../kernel/words.ts';

/** What should be found for a question: a passage of the document that contains the words. */
export interface Expected {
  document_id: number;
  contains: string;
}

/** A passage that was found for a question. */
export interface FoundAt {
  passage_id: number;
  document_id: number;
  title: string;
  section: string;
  rank: number;
  /** Whether it is what was expected. */
  is_expected: boolean;
}

/** Passages that count: as many as an answer gets. */
const DEEPEST = 10;

/** What a run found out, shares from 0 to 1; null where no question was about it. */
export interface Result {
  /** Questions of which the expected passage was found, or which were rightly refused. */
  passed: number;
  /** Share of the questions with an expected passage for which it was the first. */
  recall_at_1: number | null;
  /** The same among the first five. */
  recall_at_5: number | null;
  /** The same among the first ten. */
  recall_at_10: number | null;
  /** Share of the questions for which something was found that found what was expected. */
  precision: number | null;
  /** Mean reciprocal rank of the expected passage. */
  mrr: number | null;
  refusals: {
    /** Questions without an expected passage for which none was found. */
    right: number;
    /** Questions with an expected passage for which none was found. */
    wrong: number;
    /** Questions without an expected passage for which some were found. */
    missed: number;
  };
}

/** What became of a question. */
interface Outcome {
  passed: boolean;
  hit_position: number | null;
}

/** A question that was asked. */
export interface Asked extends Outcome {
  position: number;
  question: string;
  expected: Expected | null;
  /** Number of passages found. */
  found: number;
}

/** A run beside the completed one before it, over the questions that both have. */
export interface Comparison {
  run_id: number;
  /** Questions that both runs have, with the same expected passage. */
  questions: number;
  passed_delta: number;
  recall_delta: number | null;
  precision_delta: number | null;
  mrr_delta: number | null;
  /** Number of these that had another outcome before. */
  changed_total: number;
  /** The first of them, those that passed in one of the runs only before the others. */
  changed: { position: number; question: string; was: Outcome; is: Outcome }[];
}

/** Most questions that a comparison lists. */
export const MAX_CHANGED = 20;
/** Longest text of a question in a comparison, characters. */
const MAX_LISTED_QUESTION = 200;

/** A passage that was found; `isOfExpected`: the expected document has a passage with its text. */
type FoundText = Omit<FoundAt, 'is_expected'> & { text: string; isOfExpected: boolean };

/** Marks the passages that are expected. Letter case and spaces do not matter. */
export function foundAt(passages: readonly FoundText[], expected: Expected | null): FoundAt[] {
  const words = expected && comparable(expected.contains);
  return passages.slice(0, DEEPEST).map(({ passage_id, document_id, title, section, rank, text, isOfExpected }) => {
    const is_expected = words !== null && isOfExpected && comparable(text).includes(words);
    return { passage_id, document_id, title, section, rank, is_expected };
  });
}

function comparable(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** What became of a question by what was found. */
export function outcomeOf(found: readonly FoundAt[], expected: Expected | null): Outcome {
  const at = found.findIndex(({ is_expected }) => is_expected);
  const hit_position = at === -1 ? null : at + 1;
  return { hit_position, passed: expected === null ? found.length === 0 : hit_position !== null };
}

/** The result of a run. */
export function resultOf(asked: readonly Asked[]): Result {
  const answerable = asked.filter(({ expected }) => expected !== null);
  const unanswerable = asked.filter(({ expected }) => expected === null);
  const answered = asked.filter(({ found }) => found > 0);
  const hits = (deepest: number) =>
    answerable.filter(({ hit_position }) => hit_position !== null && hit_position <= deepest).length;
  const reciprocal = answerable.reduce((sum, { hit_position }) => sum + (hit_position ? 1 / hit_position : 0), 0);
  return {
    passed: asked.filter(({ passed }) => passed).length,
    recall_at_1: share(hits(1), answerable.length),
    recall_at_5: share(hits(5), answerable.length),
    recall_at_10: share(hits(DEEPEST), answerable.length),
    precision: share(hits(DEEPEST), answered.length),
    mrr: share(reciprocal, answerable.length),
    refusals: {
      right: unanswerable.filter(({ found }) => found === 0).length,
      wrong: answerable.filter(({ found }) => found === 0).length,
      missed: unanswerable.filter(({ found }) => found > 0).length,
    },
  };
}

/** A run beside an earlier one. Questions are the same where their text and what they expect are. */
export function compare(runId: number, before: readonly Asked[], now: readonly Asked[]): Comparison {
  const earlier = new Map(before.map((one) => [keyOf(one), one]));
  const common = now.flatMap((is) => {
    const was = earlier.get(keyOf(is));
    return was ? [{ was, is }] : [];
  });
  const [was, is] = [resultOf(common.map((one) => one.was)), resultOf(common.map((one) => one.is))];
  const changed = common.filter((one) => !isSame(one.was, one.is));
  const flipped = changed.filter((one) => one.was.passed !== one.is.passed);
  const moved = changed.filter((one) => one.was.passed === one.is.passed);
  return {
    run_id: runId,
    questions: common.length,
    passed_delta: is.passed - was.passed,
    recall_delta: difference(was.recall_at_5, is.recall_at_5),
    precision_delta: difference(was.precision, is.precision),
    mrr_delta: difference(was.mrr, is.mrr),
    changed_total: changed.length,
    changed: [...flipped, ...moved].slice(0, MAX_CHANGED).map((one) => ({
      position: one.is.position,
      question: truncate(one.is.question, MAX_LISTED_QUESTION),
      was: outcome(one.was),
      is: outcome(one.is),
    })),
  };
}

function keyOf({ question, expected }: Asked): string {
  return JSON.stringify([question, expected?.document_id ?? null, expected?.contains ?? null]);
}

function isSame(was: Outcome, is: Outcome): boolean {
  return was.passed === is.passed && was.hit_position === is.hit_position;
}

function outcome({ passed, hit_position }: Outcome): Outcome {
  return { passed, hit_position };
}

/** To four decimal places. */
function share(part: number, whole: number): number | null {
  return whole === 0 ? null : rounded(part / whole);
}

function difference(was: number | null, is: number | null): number | null {
  return was === null || is === null ? null : rounded(is - was);
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
