import type { Section } from '../../infra/documents/port.ts';
import { collectInSlices } from '../kernel/slices.ts';
import { truncate } from '../kernel/words.ts';

/** Longest passage, characters: about 200 words, so that a dozen fit into a prompt. */
const MAX_PASSAGE_LENGTH = 1_200;
/** Characters in which sentences are looked for at once. */
const WINDOW = 10_000;

/** Rows of a document that are passages of their own; those of larger tables share them. */
const MAX_ROWS_ALONE = 5_000;
/** Between the cells of a row. */
const CELL_SEPARATOR = ' | ';

/** A part of a section that can be cited. */
export interface Passage {
  section: string;
  text: string;
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * Splits sections into passages, at paragraphs if these are short enough, else at sentences, else anywhere. A short table is a passage,
 * and of a longer one each row, so that a question for one finds it and not the twenty beside it. A document may have
 * millions of paragraphs, or one of millions of characters, so the work is done in slices.
 */
export function cutPassages(sections: readonly Section[]): Promise<Passage[]> {
  return collectInSlices(passagesOf(sections));
}

function* passagesOf(sections: readonly Section[]): Generator<Passage> {
  const alone = { left: MAX_ROWS_ALONE };
  for (const { title, text, isTable } of sections) {
    const passages = isTable ? passagesOfTable(text, alone) : packed(piecesOf(text), '\n\n');
    for (const passage of passages) yield { section: title, text: passage };
  }
}

/** Each row of a table, or several together where the table is short, or no more rows may be alone. */
function* passagesOfTable(table: string, alone: { left: number }): Generator<string> {
  const rows = rowsOf(table);
  if (!fits(table)) {
    for (; alone.left > 0; alone.left -= 1) {
      const { value, done } = rows.next();
      if (done) return;
      yield value;
    }
  }
  yield* packed(rows, '\n');
}

/** Rows of a table; long ones in parts, each of which begins with the first cell. */
function* rowsOf(table: string): Generator<string> {
  for (const row of paragraphsOf(table)) {
    if (fits(row)) {
      yield row;
      continue;
    }
    const [first = '', ...cells] = row.split(CELL_SEPARATOR);
    const name = first.length <= MAX_PASSAGE_LENGTH / 4 ? first : '';
    const room = MAX_PASSAGE_LENGTH - (name === '' ? 0 : name.length + CELL_SEPARATOR.length);
    const rest = (name === '' ? [first, ...cells] : cells).flatMap((cell) =>
      cell.length <= room ? [cell] : [...slices(cell, room)],
    );
    for (const part of packed(rest, CELL_SEPARATOR, room)) yield name === '' ? part : name + CELL_SEPARATOR + part;
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

/** Sentences that fit into a passage; longer ones, such as lists, at their lines, and what is longer still in parts. */
function* sentencesOf(paragraph: string): Generator<string> {
  for (let from = 0; from < paragraph.length; ) {
    const window = truncate(paragraph.slice(from, from + WINDOW + 1), WINDOW);
    const isLast = from + window.length >= paragraph.length;
    // Lines of a page end within sentences; the segmenter takes each end for that of a sentence.
    const found = Array.from(sentences.segment(window.replaceAll('\n', ' ')), ({ segment, index }) =>
      window.slice(index, index + segment.length),
    );
    // The last sentence of a window may go on behind it.
    const whole = isLast || found.length === 1 ? found : found.slice(0, -1);
    for (const sentence of whole) {
      from += sentence.length;
      const trimmed = sentence.trim();
      if (trimmed === '') continue;
      if (fits(trimmed)) yield trimmed;
      else yield* packed(linesOf(trimmed), '\n');
    }
  }
}

function* linesOf(text: string): Generator<string> {
  for (const line of text.split('\n')) {
    if (fits(line)) yield line;
    else yield* slices(line);
  }
}

/** Joins as many pieces as fit into each passage. */
function* packed(pieces: Iterable<string>, between: string, room = MAX_PASSAGE_LENGTH): Generator<string> {
  let passage = '';
  for (const piece of pieces) {
    const longer = passage === '' ? piece : passage + between + piece;
    if (longer.length <= room) passage = longer;
    else {
      if (passage !== '') yield passage;
      passage = piece;
    }
  }
  if (passage !== '') yield passage;
}

function* slices(text: string, room = MAX_PASSAGE_LENGTH): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const head = truncate(text.slice(from, from + room + 1), room);
    const space = from + head.length < text.length ? head.lastIndexOf(' ') : -1;
    const part = space > room / 2 ? head.slice(0, space) : head;
    from += part.length;
    if (part.trim() !== '') yield part.trim();
  }
}

function fits(text: string): boolean {
  return text.length <= MAX_PASSAGE_LENGTH;
}
