import { type Language, useLanguage } from './language.ts';

/** A text, or a function that builds it from its values. */
type Messages = Record<string, string | ((...values: never[]) => string)>;

type Translated<T extends Messages> = {
  [Key in keyof T]: T[Key] extends (...values: infer Values) => string ? (...values: Values) => string : string;
};

/** Texts of one view in every language. */
export type Translations<T extends Messages> = Readonly<Record<Language, Translated<T>>>;

/** Declares the texts of a view. A key without its translation does not compile. */
export function defineTranslations<const T extends Messages>(languages: { en: T; de: Translated<T> }): Translations<T> {
  return languages as unknown as Translations<T>;
}

/** The texts in the current language. */
export function useTranslations<T extends Messages>(translations: Translations<T>): Translated<T> {
  return translations[useLanguage()];
}
