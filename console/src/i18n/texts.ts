import { type Language, useLanguage } from './language.ts';

/** Texts by name; what depends on something is a function of it. */
type Texts = Record<string, string | ((...values: never[]) => string)>;

/** The same names and functions, in other words. */
type Translated<T extends Texts> = {
  [Name in keyof T]: T[Name] extends (...values: infer Values) => string ? (...values: Values) => string : string;
};

/** A part of the catalogue. */
export type Catalogue<T extends Texts> = Readonly<Record<Language, Translated<T>>>;

/** A part of the catalogue, the one that belongs to a view; a text that lacks its translation does not compile. */
export function catalogue<const T extends Texts>(parts: { en: T; de: Translated<T> }): Catalogue<T> {
  return parts as unknown as Catalogue<T>;
}

/** The texts in the language that is spoken. */
export function useTexts<T extends Texts>(texts: Catalogue<T>): Translated<T> {
  return texts[useLanguage()];
}
