import type { Section } from '../../infra/documents/port.ts';
import { truncate } from '../kernel/words.ts';

/** Longest passage, characters: about 200 words, so that a dozen fit into a prompt. */
const MAX_PASSAGE_LENGTH = 1_200;

/** A part of a section that can be cited. */
export interface Passage {
  section: string;
  text: string;
}

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/** Splits sections into passages, at paragraphs if these are short enough, else at sentences, else anywhere. */
export function cutPassages(sections: readonly Section[]): Passage[] {
  return sections.flatMap(({ title, text }) => {
    const paragraphs = text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '');
    const pieces = paragraphs.flatMap((paragraph) => (fits(paragraph) ? paragraph : sentencesOf(paragraph)));
    return packed(pieces, '\n\n').map((passage) => ({ section: title, text: passage }));
  });
}

function sentencesOf(paragraph: string): string[] {
  const pieces = Array.from(sentences.segment(paragraph), ({ segment }) => segment.trim()).filter(
    (piece) => piece !== '',
  );
  return packed(
    pieces.flatMap((piece) => (fits(piece) ? piece : slices(piece))),
    ' ',
  );
}

/** Joins as many pieces as fit into each passage. */
function packed(pieces: readonly string[], between: string): string[] {
  const passages: string[] = [];
  let passage = '';
  for (const piece of pieces) {
    const longer = passage === '' ? piece : passage + between + piece;
    if (fits(longer)) passage = longer;
    else {
      passages.push(passage);
      passage = piece;
    }
  }
  return passage === '' ? passages : [...passages, passage];
}

/** Splits text without sentence ends, such as a long table. */
function slices(text: string): string[] {
  const parts: string[] = [];
  for (let rest = text; rest !== ''; ) {
    const head = truncate(rest, MAX_PASSAGE_LENGTH);
    const space = rest.length > head.length ? head.lastIndexOf(' ') : -1;
    const end = space > MAX_PASSAGE_LENGTH / 2 ? space : head.length;
    parts.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return parts;
}

function fits(text: string): boolean {
  return text.length <= MAX_PASSAGE_LENGTH;
}
