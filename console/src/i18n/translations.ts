import { useSyncExternalStore } from 'react';
import { resolveLocale } from './locale.ts';

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

/** Languages of the console. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

const KEY = 'marketwright.language';
const listeners = new Set<() => void>();
let current: Language = detectLanguage();
document.documentElement.lang = current;

/** The current language. Components re-render when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, () => current);
}

/** The locale for numbers and times: the current language in the browser's region. */
export function useLocale(): string {
  return resolveLocale(useLanguage(), navigator.languages);
}

/** Changes the language and stores the choice. */
export function setLanguage(language: Language): void {
  current = language;
  localStorage.setItem(KEY, language);
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

/** The stored choice, or the first of the browser's languages that the console has. */
function detectLanguage(): Language {
  const preferred = [localStorage.getItem(KEY) ?? '', ...navigator.languages].map((tag) => tag.split('-')[0] ?? '');
  return preferred.find(isLanguage) ?? 'en';
}

function isLanguage(tag: string): tag is Language {
  return tag in LANGUAGES;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
