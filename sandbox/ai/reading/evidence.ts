import { stemOf } from '../embeddings/words.ts';
import { hasName, hasPerson } from './persons.ts';
import { isWithin, type Range, rangesOf } from './quantities.ts';
import { ASKING_WEIGHT, type AskedWord, COMMON_WEIGHT, type Question } from './question.ts';
import { coverage, type Said, whatIsSaid } from './said.ts';
import type { Sentence } from './sentences.ts';
import { hasCount, NUMBER } from './wanted.ts';

/** A word of the question, and how far a sentence and the passage around it say it. */
interface Covered extends AskedWord {
  here: number;
  there: number;
}

// The numbers here are chosen on the half `dev` of test/knowledge.

/** What a word gains where only the passage around a sentence has it; less where a price may be that of something else. */
const AROUND = 0.65;
const AROUND_EXACT = 0.4;
/** What is left of an answer without what is counted, without a number beside it, and for another unit of time. */
const NOT_COUNTED = 0.5;
const NO_COUNT = 0.3;
const NO_RATE = 0.3;
/** What is left without what somebody does of whom is asked, without the name, and with another number after it. */
const NO_FOCUS = 0.45;
const NO_NAME = 0.9;
const OTHER_NUMBER = 0.9;
/** What is left without anybody where somebody is asked for, and where few words of the question are said. */
const NO_PERSON = 0.4;
const FEW = 0.7;
/** What is left of names of columns. */
const HEADING = 0.75;
/** How far a word is said by the sentence before one that refers to it. */
const BEFORE = 0.9;
/** What is left of a row of a table where its passage does not say a word: a row says what its columns are about, and no more. */
const NO_COLUMN = 0.6;
/** What is left of a row, or of a price, that is for other numbers. */
const OUTSIDE = 0.4;
/** How far what is counted must be said, and each word in a row; and what is asked about. */
const SAID = 0.6;
const FOCUSED = 0.5;
/** Fewest words of a question that say something, which must be said. */
const MIN_SAID = 2;

const ROW = / \| /;

/** A passage with the headings around it, and how far it and they say each word of a question. */
export interface ReadPassage {
  whole: Said;
  there: readonly number[];
  headings: readonly number[];
}

/** Reads a passage for a question. */
export function readPassage({ words }: Question, around: string, text: string): ReadPassage {
  const [whole, heading] = [`${around}\n${text}`, around].map(whatIsSaid) as [Said, Said];
  const saidBy = (said: Said) => words.map((word) => coverage(word, said));
  return { whole, there: saidBy(whole), headings: saidBy(heading) };
}

/** A sentence, and the one before it where it refers to that. */
export interface ReadSentence {
  quote: string;
  said: Said;
  before: Said | null;
  isHeading: boolean;
}

/** Reads a sentence of a text. */
export function readSentence({ before, ...sentence }: Sentence): ReadSentence {
  return { ...sentence, said: whatIsSaid(sentence.quote), before: before === null ? null : whatIsSaid(before) };
}

/**
 * How much of a question a sentence says, 0 to 1, with the passage around it. 0 where a number of the question is nowhere, and where a
 * price or a weight is asked for and the sentence has none.
 */
export function shareSaid(
  question: Question,
  { quote, said: sentence, before, isHeading }: ReadSentence,
  { whole, there, headings }: ReadPassage,
): number {
  const wantedShare = shareOfWanted(question.wants, sentence);
  if (wantedShare === 0) return 0;
  const isRow = ROW.test(sentence.plain);
  // What the other rows of a table say is about something else.
  const outside = isRow ? headings : there;
  const ranges = rangesOf(sentence.plain);
  const covered = question.words.map((word, index): Covered => {
    const here = Math.max(coverage(word, sentence), before === null ? 0 : BEFORE * coverage(word, before));
    const isRanged = rangesFor(word, ranges).length > 0;
    return { ...word, here: isRanged ? 1 : here, there: outside[index] ?? 0 };
  });
  if (covered.some((each) => /^\d/.test(each.word) && !each.isCase && isMissing(each))) return 0;
  const around = question.wants?.without === 0 ? AROUND_EXACT : AROUND;
  // `Responsible for quality is Ms Doe` answers who deals with it, whatever the verb.
  const isNamed = question.asksWho && hasName(quote);
  const weightOf = ({ word, weight }: Covered) => (isNamed && word === question.focus ? ASKING_WEIGHT : weight);
  const total = covered.reduce((sum, word) => sum + weightOf(word), 0);
  const said = covered.reduce((sum, word) => sum + weightOf(word) * Math.max(word.here, around * word.there), 0);
  const penalties = [
    wantedShare,
    ...covered.filter(({ word }) => word === question.counted).map((each) => countedShare(each, sentence)),
    !isNamed && covered.some(({ word, here }) => word === question.focus && here < FOCUSED) ? NO_FOCUS : 1,
    question.asksWho && !hasPerson(quote) ? NO_PERSON : 1,
    hasRate(question, sentence) ? 1 : NO_RATE,
    saysFew(covered) ? FEW : 1,
    isHeading ? HEADING : 1,
    covered.some((each) => each.isName && isMissing(each)) ? NO_NAME : 1,
    question.numbered.some((name) => !whole.plain.includes(name)) ? OTHER_NUMBER : 1,
    isRow && covered.some(isNoColumn) ? NO_COLUMN : 1,
    (isRow || question.wants?.without === 0) && question.words.some((word) => isOutside(word, ranges)) ? OUTSIDE : 1,
  ];
  return total === 0 ? 0 : penalties.reduce((share, penalty) => share * penalty, said / total);
}

/** The ranges of a sentence that are of the same unit as a number of the question. */
function rangesFor({ quantity }: AskedWord, ranges: readonly Range[]): Range[] {
  return ranges.filter(({ unit }) => unit === quantity?.unit);
}

/** Whether a sentence is for other numbers: `up to 10 kg` for 32. That may be the answer, too, as for somebody who is too young. */
function isOutside(word: AskedWord, ranges: readonly Range[]): boolean {
  const { quantity } = word;
  const own = rangesFor(word, ranges);
  return quantity !== null && own.length > 0 && !own.some((range) => isWithin(quantity, range));
}

/** Whether no column is about a word that says more than units and verbs do. */
function isNoColumn({ weight, here, there }: Covered): boolean {
  return weight > COMMON_WEIGHT && Math.max(here, there) < SAID;
}

/** Whether sentence and passage together say less than half of the words, or one of several only: that one may mean something else. */
function saysFew(words: readonly Covered[]): boolean {
  const content = words.filter(({ isAsking }) => !isAsking);
  const said = content.filter(({ here, there }) => Math.max(here, there) >= SAID).length;
  return said < Math.min(content.length, Math.max(MIN_SAID, content.length / 2));
}

function isMissing({ here, there }: Covered): boolean {
  return here === 0 && there === 0;
}

/** Whether a question names something that no passage has, such as a town. */
export function namesSomethingElse({ words }: Question, passages: readonly ReadPassage[]): boolean {
  return words.some(({ isSurelyName }, index) => isSurelyName && passages.every(({ there }) => there[index] === 0));
}

function countedShare({ word, stem, here }: Covered, sentence: Said): number {
  if (here < SAID) return NOT_COUNTED;
  return isCounted({ word, stem }, sentence) ? 1 : NO_COUNT;
}

/** Whether a number stands beside a word somewhere, such as `three small furnaces` or `Technicians: 46`, or, where other words stand for it, anywhere. */
function isCounted({ word: counted, stem }: Pick<Covered, 'word' | 'stem'>, { words, plain }: Said): boolean {
  const places = words.flatMap((word, place) => (stemOf(word) === stem ? [place] : []));
  const hasNumber = (place: number) => words.slice(Math.max(0, place - 2), place + 2).some((word) => NUMBER.test(word));
  return places.length === 0 ? hasCount(plain, counted) : places.some(hasNumber);
}

/** Whether a count is for the unit of time that is asked for, in the same part of the sentence. */
function hasRate({ rate, counted, words }: Question, { plain }: Said): boolean {
  if (rate === null) return true;
  const isCountedIn = (clause: string) =>
    words.every((each) => each.word !== counted || coverage(each, whatIsSaid(clause)) >= SAID);
  const clauses = ROW.test(plain) ? [plain] : plain.split(/[,;:](?!\d)/);
  return clauses.some((clause) => rate.test(clause) && NUMBER.test(clause) && isCountedIn(clause));
}

function shareOfWanted(wants: Question['wants'], { plain }: Said): number {
  return wants === null || wants.has.test(plain) ? 1 : wants.without;
}
