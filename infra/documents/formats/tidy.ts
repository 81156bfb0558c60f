import { MAX_CHARACTERS } from '../limits.ts';
import { DocumentError, type Section } from '../port.ts';

const MAX_TITLE = 300;

/** Sections with text that a database takes and people can read; empty ones are left out. Throws DocumentError for too much of it. */
export function tidied(sections: readonly Section[]): Section[] {
  let characters = 0;
  const tidy: Section[] = [];
  for (const { title, text } of sections) {
    characters += text.length;
    if (characters > MAX_CHARACTERS)
      throw new DocumentError(`The document has more than ${MAX_CHARACTERS} characters.`);
    const kept = cleanText(text);
    if (kept !== '')
      tidy.push({ title: cleanText(title).replace(/\s+/g, ' ').slice(0, MAX_TITLE).toWellFormed(), text: kept });
  }
  return tidy;
}

/** Removes control characters and invisible marks, which could make text display in another order. */
function cleanText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\u0085\u2028\u2029\f\v]/g, '\n')
    .replace(/[\p{Cc}\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]+/gu, (marks) =>
      marks.replace(/[^\n\t]/gu, ''),
    )
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
