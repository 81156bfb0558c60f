import { franc } from 'franc-min';
import type { Section } from './port.ts';

/** Characters that are examined. */
const SAMPLE = 10_000;
/** Characters; for shorter text detection is unreliable. */
const MIN_SAMPLE = 200;

/** The likely language of a document as an ISO 639-3 code; null when it cannot be determined. */
export function detectLanguage(sections: readonly Section[]): string | null {
  let sample = '';
  for (const { text } of sections) {
    if (sample.length >= SAMPLE) break;
    sample += `${text.slice(0, SAMPLE)}\n`;
  }
  const found = franc(sample.slice(0, SAMPLE), { minLength: MIN_SAMPLE });
  return found === 'und' ? null : found;
}
