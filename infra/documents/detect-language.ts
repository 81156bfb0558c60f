import { francAll } from 'franc-min';
import type { DocumentText, Section } from './port.ts';

/** Characters that are examined. */
const SAMPLE = 10_000;
/** Characters; for shorter text detection is unreliable. */
const MIN_SAMPLE = 200;
/** How much the likeliest language must be ahead of the next one, of a text with as many characters as are sure at least. */
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
  const [[language, score] = ['und', 0], [, next] = ['und', 0]] = francAll(sample.slice(0, SAMPLE), {
    minLength: MIN_SAMPLE,
  });
  if (language === 'und') return { language: null, isLanguageSure: false };
  return { language, isLanguageSure: isProse && score - next >= MIN_LEAD };
}
