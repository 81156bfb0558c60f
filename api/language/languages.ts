import Negotiator from 'negotiator';
import { LANGUAGES } from '../../domain/users/languages.ts';

export { LANGUAGES };

/** Languages that people may read the service in. Programs are answered in English, whatever they accept. */
export type Language = (typeof LANGUAGES)[number];

/** Each by its own name, for switches. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch', es: 'Español' };

/** Whether there are texts in this language. */
export function isLanguage(tag: unknown): tag is Language {
  return (LANGUAGES as readonly unknown[]).includes(tag);
}

/**
 * The language of an `Accept-Language`, English where it names none of ours. A language that the person has chosen goes
 * before it.
 */
export function acceptedLanguage(accepted: string | undefined, chosen?: unknown): Language {
  if (isLanguage(chosen)) return chosen;
  const best = new Negotiator({ headers: { 'accept-language': accepted ?? '' } }).language([...LANGUAGES]);
  return isLanguage(best) ? best : 'en';
}
