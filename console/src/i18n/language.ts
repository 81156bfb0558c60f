import { useSyncExternalStore } from 'react';
import { resolveLocale } from './locale.ts';

/** Languages that the console speaks. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
/** One of them. */
export type Language = keyof typeof LANGUAGES;

const KEY = 'marketwright.language';
const listeners = new Set<() => void>();
let current: Language = detectLanguage();
document.documentElement.lang = current;

/** The language that is spoken; who asks is drawn anew when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, () => current);
}

/** The tag by which the language's numbers and times are written where the browser is at home. */
export function useLocale(): string {
  return resolveLocale(useLanguage(), navigator.languages);
}

/** Speaks another language from now on, also after the next visit. */
export function setLanguage(language: Language): void {
  current = language;
  localStorage.setItem(KEY, language);
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

/** What the person chose before, else the first of the browser's languages that the console speaks. */
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
