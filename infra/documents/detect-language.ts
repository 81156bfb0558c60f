import { franc } from 'franc-min';
import type { Section } from './port.ts';

/** Characters that tell the language of the rest. */
const SAMPLE = 10_000;
/** Shorter text is as likely told wrong as right, characters. */
const MIN_SAMPLE = 200;

/** The language that a document seems to be in, as ISO 639-3 has it; null where that cannot be told. */
export function detectLanguage(sections: readonly Section[]): string | null {
  let sample = '';
  for (const { text } of sections) {
    if (sample.length >= SAMPLE) break;
    sample += `${text.slice(0, SAMPLE)}\n`;
  }
  const found = franc(sample.slice(0, SAMPLE), { minLength: MIN_SAMPLE });
  return found === 'und' ? null : found;
}
