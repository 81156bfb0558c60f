import { francAll } from 'franc-min';
import type { DocumentText, Section } from './port.ts';

/** Characters that are examined. */
const SAMPLE = 10_000;
/** Characters; for shorter text detection is unreliable. */
const MIN_SAMPLE = 200;
/** Characters of a piece: the likeliest language leads clearly in short ones, and by less the longer a text is. */
const PIECE = 300;
/** How much the likeliest language must be ahead of the next one in a piece. */
const MIN_LEAD = 0.05;
/** Characters of tables that are looked through for sentences. */
const MAX_TABLE = 200_000;
/** Small words of a cell that says something; names have fewer. */
const SENTENCE_WORDS = 4;
const SMALL_WORD = /(?<![\p{L}\p{M}\p{N}])[\p{Ll}\p{Lo}\p{M}]{2,20}(?![\p{L}\p{M}\p{N}])/gu;

/**
 * The likely language of a document, and whether it is more than likely: names and numbers of a table are of no language, but its
 * sentences are.
 */
export function detectLanguage(sections: readonly Section[]): Pick<DocumentText, 'language' | 'isLanguageSure'> {
  const prose = sampleOf(sections, ({ text, isTable }) => (isTable ? sentencesOf(text) : text));
  if (prose.length >= MIN_SAMPLE) {
    const { language } = likeliest(prose);
    if (language !== null && leadsInMost(language, prose)) return { language, isLanguageSure: true };
  }
  return { language: likeliest(sampleOf(sections, ({ text }) => text)).language, isLanguageSure: false };
}

function sampleOf(sections: readonly Section[], textOf: (section: Section) => string): string {
  let sample = '';
  for (const section of sections) {
    if (sample.length >= SAMPLE) break;
    const text = textOf(section).slice(0, SAMPLE);
    if (text !== '') sample += `${text}\n`;
  }
  return sample.slice(0, SAMPLE);
}

/** The cells of a table that say something, without the headings of their columns. */
function sentencesOf(table: string): string {
  const cells = table.slice(0, MAX_TABLE).split(/ \| |\n+/);
  const values = cells.map((cell) => cell.slice(cell.indexOf(': ') + 1));
  return values.filter((value) => (value.match(SMALL_WORD) ?? []).length >= SENTENCE_WORDS).join('\n');
}

/** Whether a language is clearly ahead in more than half of the pieces of a text. */
function leadsInMost(language: string, text: string): boolean {
  const pieces = Math.max(1, Math.floor(text.length / PIECE));
  let led = 0;
  for (let piece = 0; piece < pieces; piece += 1) {
    const found = likeliest(text.slice(piece * PIECE, (piece + 1) * PIECE));
    if (found.language === language && found.lead >= MIN_LEAD) led += 1;
  }
  return led > pieces / 2;
}

function likeliest(text: string): { language: string | null; lead: number } {
  const [[language, score] = ['und', 0], [, next] = ['und', 0]] = francAll(text, { minLength: MIN_SAMPLE });
  return language === 'und' ? { language: null, lead: 0 } : { language, lead: score - next };
}
