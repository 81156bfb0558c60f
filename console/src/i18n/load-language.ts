import type { Texts } from './texts.ts';
import { addTexts, type FurtherLanguage, getLanguage, type Language, setLanguage } from './translations.ts';

/** The file of each further language. */
const FILES: Readonly<Record<FurtherLanguage, () => Promise<{ default: Texts }>>> = {
  es: () => import('./languages/es.ts'),
};

/** Loads the texts of the current language, before anything is rendered. Without them the texts are English. */
export async function loadLanguage(): Promise<void> {
  try {
    await load(getLanguage());
  } catch {
    // A page in English helps more than none; the choice is kept for the next visit.
  }
}

/** Changes to a language once its texts are loaded. */
export async function changeLanguage(language: Language): Promise<void> {
  await load(language);
  setLanguage(language);
}

async function load(language: Language): Promise<void> {
  if (language === 'en' || language === 'de') return;
  addTexts(language, (await FILES[language]()).default);
}
