import type { Section } from '../port.ts';

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
    this.#headings[level - 1] = title.trim();
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
