import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import { primaryLanguage } from '../kernel/language-tag.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';
import { es } from './texts/es.ts';
import type { MailTemplate, MailText, MailTexts, MailValues } from './texts/texts.ts';

/** Languages of mails, each with its texts. */
const LANGUAGES: Readonly<Record<string, MailTexts>> = { en, de, es };

const pages = new Eta({ views: fileURLToPath(new URL('./templates', import.meta.url)), cache: true });

/** Line breaks and control characters, which would begin another header. */
const NOT_IN_A_LINE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;
/** Longest value of a text: what people call themselves and others, not a message of theirs. */
const MAX_VALUE_LENGTH = 100;

/** A mail in its two forms. */
export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** Renders a mail; a language without texts, or a tag of a region, gets those of its language, else English ones. */
export function renderMail<Template extends MailTemplate>(
  template: Template,
  language: string,
  values: MailValues[Template],
  link: string,
): RenderedMail {
  const [code, texts] = textsFor(language);
  const { subject, paragraphs, action } = textOf(texts, template, values);
  const { copyLink, footer } = texts;
  const view = { language: code, subject: oneLine(subject), paragraphs, action, link, copyLink, footer };
  return { subject: view.subject, text: pages.render('text', view), html: pages.render('html', view) };
}

function textsFor(language: string): [code: string, texts: MailTexts] {
  const code = primaryLanguage(language);
  const texts = Object.hasOwn(LANGUAGES, code) ? LANGUAGES[code] : undefined;
  return texts ? [code, texts] : ['en', en];
}

function textOf<Template extends MailTemplate>(
  texts: MailTexts,
  template: Template,
  values: MailValues[Template],
): MailText {
  const write = texts[template] as (values: MailValues[Template]) => MailText;
  return write(shortened(values));
}

/** Names are cut and put on one line: a mail of ours carries no messages of others. */
function shortened<Values extends object>(values: Values): Values {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? [...oneLine(value)].slice(0, MAX_VALUE_LENGTH).join('') : value,
  ]);
  return Object.fromEntries(entries) as Values;
}

function oneLine(text: string): string {
  return text.replace(NOT_IN_A_LINE, ' ').trim();
}
