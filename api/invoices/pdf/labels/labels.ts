import { de } from './de.ts';
import { en, type Labels } from './en.ts';

/** Catalogues by language, each a file with the names of the English one. */
export const CATALOGUES: Readonly<Record<'en' | 'de', Labels>> = { en, de };

/** A language that documents are written in. */
type DocumentLanguage = keyof typeof CATALOGUES;

/** The language of a document for a partner's BCP 47 tag, whatever its region; English for all that has no catalogue. */
export function languageOf(tag: string | null | undefined): DocumentLanguage {
  const primary = tag?.split('-', 1)[0]?.toLowerCase() ?? '';
  return Object.hasOwn(CATALOGUES, primary) ? (primary as DocumentLanguage) : 'en';
}

/** A text with its names in braces replaced. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
