import type { Section } from '../../infra/documents/port.ts';
import { collectInSlices } from '../kernel/slices.ts';
import { truncate } from '../kernel/words.ts';

/** Longest passage, characters: about 200 words, so that a dozen fit into a prompt. */
const MAX_PASSAGE_LENGTH = 1_200;
/** Characters in which sentences are looked for at once. */
const WINDOW = 10_000;

/** A part of a section that can be cited. */
export interface Passage {
  section: string;
  text: string;
}

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/**
 * Splits sections into passages, at paragraphs if these are short enough, else at sentences, else anywhere. A document may have
 * millions of paragraphs, or one of millions of characters, so the work is done in slices.
 */
export function cutPassages(sections: readonly Section[]): Promise<Passage[]> {
  return collectInSlices(passagesOf(sections));
}

function* passagesOf(sections: readonly Section[]): Generator<Passage> {
  for (const { title, text } of sections) {
    for (const passage of packed(piecesOf(text), '\n\n')) yield { section: title, text: passage };
  }
}

/** Paragraphs, long ones in parts. */
function* piecesOf(text: string): Generator<string> {
  for (const paragraph of paragraphsOf(text)) {
    if (fits(paragraph)) yield paragraph;
    else yield* packed(sentencesOf(paragraph), ' ');
  }
}

function* paragraphsOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n\n', from);
    const paragraph = text.slice(from, end === -1 ? text.length : end);
    // A third line feed belongs to no paragraph.
    const trimmed = paragraph.startsWith('\n') ? paragraph.trimStart() : paragraph;
    if (trimmed.trim() !== '') yield trimmed;
    from = end === -1 ? text.length : end + 2;
  }
}

/** Sentences that fit into a passage; longer ones, such as a long table, in parts. */
function* sentencesOf(paragraph: string): Generator<string> {
  for (let from = 0; from < paragraph.length; ) {
    const window = truncate(paragraph.slice(from, from + WINDOW + 1), WINDOW);
    const isLast = from + window.length >= paragraph.length;
    const found = Array.from(sentences.segment(window), ({ segment }) => segment);
    // The last sentence of a window may go on behind it.
    const whole = isLast || found.length === 1 ? found : found.slice(0, -1);
    for (const sentence of whole) {
      from += sentence.length;
      const trimmed = sentence.trim();
      if (trimmed === '') continue;
      if (fits(trimmed)) yield trimmed;
      else yield* slices(trimmed);
    }
  }
}

/** Joins as many pieces as fit into each passage. */
function* packed(pieces: Iterable<string>, between: string): Generator<string> {
  let passage = '';
  for (const piece of pieces) {
    const longer = passage === '' ? piece : passage + between + piece;
    if (fits(longer)) passage = longer;
    else {
      yield passage;
      passage = piece;
    }
  }
  if (passage !== '') yield passage;
}

function* slices(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const head = truncate(text.slice(from, from + MAX_PASSAGE_LENGTH + 1), MAX_PASSAGE_LENGTH);
    const space = from + head.length < text.length ? head.lastIndexOf(' ') : -1;
    const part = space > MAX_PASSAGE_LENGTH / 2 ? head.slice(0, space) : head;
    from += part.length;
    if (part.trim() !== '') yield part.trim();
  }
}

function fits(text: string): boolean {
  return text.length <= MAX_PASSAGE_LENGTH;
}
