import { useSyncExternalStore } from 'react';
import { keepStored, readStored } from '../lib/storage.ts';
import { resolveLocale } from './locale.ts';

/** A text, or a function that builds it from its values. */
type Messages = Record<string, string | ((...values: never[]) => string)>;

type Translated<T extends Messages> = {
  [Key in keyof T]: T[Key] extends (...values: infer Values) => string ? (...values: Values) => string : string;
};

/** Areas with texts. A further language has the texts of each (`texts.ts`). */
export type TextArea =
  | 'signedOut'
  | 'agentEvaluations'
  | 'agents'
  | 'auditLog'
  | 'billingIdentity'
  | 'board'
  | 'keys'
  | 'brandVoices'
  | 'brandVoiceSelect'
  | 'calendar'
  | 'calendarImport'
  | 'calendarRepeat'
  | 'capabilities'
  | 'capabilityExample'
  | 'caseStudies'
  | 'changelog'
  | 'confirmButton'
  | 'connectedApplications'
  | 'contentImages'
  | 'contentTags'
  | 'contentItems'
  | 'contentList'
  | 'contentReview'
  | 'contentSuggestions'
  | 'credits'
  | 'entries'
  | 'evaluations'
  | 'executions'
  | 'finder'
  | 'firstSteps'
  | 'guardrails'
  | 'help'
  | 'invoices'
  | 'knowledge'
  | 'knowledgeDocuments'
  | 'knowledgeEvaluations'
  | 'knowledgeQuestions'
  | 'knowledgeBaseSelect'
  | 'listings'
  | 'notifications'
  | 'overview'
  | 'ownTemplates'
  | 'ownWriterTemplates'
  | 'people'
  | 'profile'
  | 'savedFilters'
  | 'versionConflict'
  | 'security'
  | 'shell'
  | 'templates'
  | 'triggers'
  | 'usage'
  | 'webhooks'
  | 'writer';

/** Texts of one area in the languages that stand beside its views. */
export type Translations<T extends Messages> = Readonly<{ area: TextArea; en: Translated<T>; de: Translated<T> }>;

/**
 * Declares the texts of an area. A key without its German text does not compile; neither does a further language without it
 * (`languages/`).
 */
export function defineTranslations<const T extends Messages>(texts: {
  area: TextArea;
  en: T;
  de: Translated<T>;
}): Translations<T> {
  return texts as unknown as Translations<T>;
}

/** The texts in the current language. */
export function useTranslations<T extends Messages>(translations: Translations<T>): Translated<T> {
  return textsIn(useLanguage(), translations);
}

/** Returns a label of the navigation in the current language. */
export function useLabel(): (label: Label) => string {
  const language = useLanguage();
  return (label) => labelIn(language, label);
}

/** A short text that is declared where it stands. Further languages list it under `navigation`. */
export interface Label {
  readonly en: string;
  readonly de: string;
}

/** Languages of the console, by their own names. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español' } as const;
export type Language = keyof typeof LANGUAGES;
/** A language whose texts are one file, which is loaded when it is used. */
export type FurtherLanguage = Exclude<Language, 'en' | 'de'>;

/** All texts of a further language, as far as they are read here. */
type LoadedTexts = Readonly<Record<TextArea, object> & { navigation: Readonly<Record<string, string>> }>;

const loaded = new Map<Language, LoadedTexts>();

/** Makes the texts of a further language known. They must be before it is set. */
export function addTexts(language: FurtherLanguage, texts: LoadedTexts): void {
  loaded.set(language, texts);
}

function textsIn<T extends Messages>(language: Language, translations: Translations<T>): Translated<T> {
  if (language === 'en' || language === 'de') return translations[language];
  return (loaded.get(language)?.[translations.area] ?? translations.en) as Translated<T>;
}

function labelIn(language: Language, label: Label): string {
  if (language === 'en' || language === 'de') return label[language];
  return loaded.get(language)?.navigation[label.en] ?? label.en;
}

const KEY = 'marketwright.language';
const COOKIE = 'mw_language';
const COOKIE_KEPT_S = 365 * 86_400;
const listeners = new Set<() => void>();
let current: Language = detectLanguage();
document.documentElement.lang = current;

/** The current language. Components re-render when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(onLanguageChange, getLanguage);
}

/** The current language, outside of components. */
export function getLanguage(): Language {
  return current;
}

/** The locale for numbers and times: the current language in the browser's region. */
export function useLocale(): string {
  return resolveLocale(useLanguage(), navigator.languages);
}

/** Changes the language and stores the choice. Views use `changeLanguage`, which loads the texts first. */
export function setLanguage(language: Language): void {
  current = language;
  keepStored(KEY, language);
  // The pages for sign-in read it.
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
  document.cookie = `${COOKIE}=${language}; Path=/; Max-Age=${COOKIE_KEPT_S}; SameSite=Lax`;
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

/** The choice that pages for sign-in and the console share, or the stored one, or the first of the browser's languages that the console has. */
function detectLanguage(): Language {
  const cookie = document.cookie.split('; ').find((part) => part.startsWith(`${COOKIE}=`));
  const chosen = cookie?.slice(COOKIE.length + 1);
  const preferred = [chosen ?? '', readStored(KEY) ?? '', ...navigator.languages].map((tag) => tag.split('-')[0] ?? '');
  return preferred.find(isLanguage) ?? 'en';
}

/** Whether the console has the language. */
export function isLanguage(tag: string): tag is Language {
  return tag in LANGUAGES;
}

/** Calls the listener after each change of the language. Returns what ends that. */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
