import { DocumentError, MAX_CHARACTERS, MAX_SECTIONS, type Section } from '../port.ts';
import { decode } from './decode.ts';

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

  /** Adds a table, whose rows stand for themselves. */
  table(rows: readonly string[]): void {
    if (rows.length === 0) return;
    this.#close();
    this.#sections.push({ title: this.#title(), text: rows.join('\n\n'), isTable: true });
  }

  /** Adds a table below the lines that say what it is about. */
  titledTable({ title, rows }: { title: readonly string[]; rows: readonly string[] }): void {
    if (title.length > 0) this.add(`\n\n${title.join('\n')}`);
    this.table(rows);
  }

  /** All that was gathered. */
  end(): Section[] {
    this.#close();
    return this.#sections;
  }

  #close(): void {
    const text = this.#parts.join('');
    if (text.trim() !== '') this.#sections.push({ title: this.#title(), text });
    this.#parts = [];
  }

  #title(): string {
    // A level that was left out has no heading.
    return this.#headings.filter(Boolean).join(' > ');
  }
}

/** What a document was read as. */
export interface FormatText {
  sections: Section[];
  /** What was left out; see DocumentText. */
  notes?: string[];
}

/** Plain text: one section without a title. */
export function readText(bytes: Uint8Array): FormatText {
  return { sections: [{ title: '', text: decode(bytes) }] };
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
    if (tidy.push(section.isTable ? { title, text, isTable: true } : { title, text }) > MAX_SECTIONS) {
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
