import { DocumentError, MAX_CHARACTERS, MAX_SECTIONS, type Section } from '../port.ts';

/** Longest title of a section, characters. */
const MAX_TITLE = 300;

/** Gathers text under the headings that it stands under. */
export class Outline {
  readonly #sections: Section[] = [];
  /** Headings in force, by level. */
  readonly #headings: string[] = [];
  #parts: string[] = [];

  /** Begins a section; `level` 1 is the outermost. */
  heading(level: number, title: string): void {
    this.#close();
    this.#headings.length = Math.min(this.#headings.length, level - 1);
    // They stand in the title of each section below.
    this.#headings[level - 1] = title.trim().slice(0, MAX_TITLE);
  }

  add(text: string): void {
    this.#parts.push(text);
  }

  /** All that was gathered. */
  end(): Section[] {
    this.#close();
    return this.#sections;
  }

  #close(): void {
    const text = this.#parts.join('');
    // A level that was left out has no heading.
    if (text.trim() !== '') this.#sections.push({ title: this.#headings.filter(Boolean).join(' > '), text });
    this.#parts = [];
  }
}

/** Plain text: one section without a title. */
export function readText(bytes: Uint8Array): Section[] {
  return [{ title: '', text: decode(bytes) }];
}

/** Text in UTF-8, or in UTF-16 where a mark says so. Throws DocumentError. */
export function decode(bytes: Uint8Array): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new DocumentError('The document is not text in UTF-8.', { cause });
  }
}

/** Sections with text that a database takes and people can read; empty ones are left out. Throws DocumentError for too much of it. */
export function tidied(sections: readonly Section[]): Section[] {
  let characters = 0;
  const tidy: Section[] = [];
  for (const section of sections) {
    const text = cleanText(section.text);
    if (text === '') continue;
    const title = cleanText(section.title).replace(/\s+/g, ' ').slice(0, MAX_TITLE).toWellFormed();
    characters += title.length + text.length;
    if (characters > MAX_CHARACTERS) {
      throw new DocumentError(`The document has more than ${MAX_CHARACTERS} characters.`);
    }
    if (tidy.push({ title, text }) > MAX_SECTIONS) {
      throw new DocumentError(`The document has more than ${MAX_SECTIONS} sections.`);
    }
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
