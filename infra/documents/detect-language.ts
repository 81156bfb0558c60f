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

/** The likely language of a document, and whether it is more than likely: names and numbers of a table are of no language. */
export function detectLanguage(sections: readonly Section[]): Pick<DocumentText, 'language' | 'isLanguageSure'> {
  let sample = '';
  let isProse = false;
  for (const { text, isTable } of sections) {
    if (sample.length >= SAMPLE) break;
    sample += `${text.slice(0, SAMPLE)}\n`;
    isProse ||= !isTable && sample.length >= MIN_SAMPLE;
  }
  const { language } = likeliest(sample.slice(0, SAMPLE));
  if (language === null) return { language, isLanguageSure: false };
  return { language, isLanguageSure: isProse && leadsInMost(language, sample.slice(0, SAMPLE)) };
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
