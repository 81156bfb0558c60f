import type { IncomingMessage } from 'node:http';
import { acceptedLanguage, isLanguage, LANGUAGE_NAMES, LANGUAGES, type Language } from './languages.ts';
import { wordingOf } from './translate.ts';

/** Cookie with the language that somebody has chosen on a page or in the console. Scripts of the console read it, too. */
const COOKIE = 'mw_language';
/** Seconds that the choice is kept. */
const KEPT_S = 365 * 86_400;

/** The language that the switch of a page asks for; undefined where it was not used. */
export function languageOfSwitch(request: Pick<IncomingMessage, 'url'>): Language | undefined {
  const query = request.url?.split('?', 2)[1] ?? '';
  const asked = new URLSearchParams(query).get('language');
  return isLanguage(asked) ? asked : undefined;
}

/** The language of a page: what its switch asks for, what was chosen before, else by `Accept-Language`. */
export function languageOfPage(request: Pick<IncomingMessage, 'url' | 'headers'> | undefined): Language {
  if (!request) return 'en';
  const chosen = /(?:^|; ?)mw_language=(\w{2})(?:;|$)/.exec(request.headers.cookie ?? '')?.[1];
  return languageOfSwitch(request) ?? acceptedLanguage(request.headers['accept-language'], chosen);
}

/** The Set-Cookie that keeps the choice. */
export function languageCookie(language: Language): string {
  return `${COOKIE}=${language}; Path=/; Max-Age=${KEPT_S}; SameSite=Lax`;
}

/** What the templates of pages write with. */
export interface PageTexts {
  language: Language;
  /** The switch: every language by its own name. */
  languages: readonly { tag: Language; name: string; isCurrent: boolean }[];
  /** A text with its values, to be escaped. */
  t(text: string, values?: Readonly<Record<string, string | number>>): string;
  /** A text as HTML: its values are escaped, . */
  html(text: string, values: Readonly<Record<string, string | number>>): string;
}

/** The texts of a page in a language. */
export function textsOfPage(language: Language): PageTexts {
  return {
    language,
    languages: LANGUAGES.map((tag) => ({ tag, name: LANGUAGE_NAMES[tag], isCurrent: tag === language })),
    t: (text, values = {}) => fill(wordingOf(text, language), (name) => values[name]),
    html: (text, values, element = 'strong') =>
      fill(escapeHtml(wordingOf(text, language)), (name) => {
        const value = values[name];
        return value === undefined ? undefined : `<${element}>${escapeHtml(String(value))}</${element}>`;
      }),
  };
}

function fill(text: string, wordOf: (name: string) => string | number | undefined): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(wordOf(name) ?? placeholder));
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
