import type { CreateWriterMessageBody, ListWriterTemplatesResponse } from '../../api/generated/client/types.gen.ts';

/** A writer template. */
export type Template = ListWriterTemplatesResponse[number];
/** Fields that are questions of a template. */
type FieldName = Exclude<
  keyof CreateWriterMessageBody,
  | 'post_type'
  | 'maximum_length'
  | 'number_of_results'
  | 'creativity'
  | 'language'
  | 'tone_of_voice'
  | 'tone_of_voice_custom'
  | 'company'
  | 'product'
  | 'fields'
>;

/** A question of a template, from the JSON in `questions`. */
export interface Question<Name extends string = string> {
  name: Name;
  type: 'text' | 'textarea';
  question: string;
  required: boolean;
  /** Most characters, of a template of one's own. */
  max?: number;
}

/** What a form fills in: the fields of one of the platform's templates, or those of one's own under `fields`. */
export type Answers = Partial<Record<FieldName, string>> & { fields?: Record<string, string> };

/** The answers to begin with: required fields are sent even if empty, so that the API reports them. */
export function noAnswers(questions: readonly Question[], isOwn: boolean): Answers {
  const blank = Object.fromEntries(questions.filter(({ required }) => required).map(({ name }) => [name, '']));
  return isOwn ? { fields: blank } : blank;
}

/** The answer to a question. */
export function answerTo(answers: Answers, name: string, isOwn: boolean): string {
  return (isOwn ? answers.fields?.[name] : answers[name as FieldName]) ?? '';
}

/** The answers with another one; an optional field that is empty is left out. */
export function withAnswer(answers: Answers, { name, required }: Question, value: string, isOwn: boolean): Answers {
  const given = value || (required ? '' : undefined);
  if (!isOwn) return { ...answers, [name]: given };
  const { [name]: _before, ...others } = answers.fields ?? {};
  return { ...answers, fields: given === undefined ? others : { ...others, [name]: given } };
}

/** Categories in the order of the gallery. */
export const CATEGORIES = [
  'blog',
  'text',
  'product',
  'ads',
  'social',
  'video',
  'email',
  'web',
  'code',
] as const satisfies readonly Template['category'][];

/** Tones of voice. */
export const TONES = [
  'Professional',
  'Casual',
  'Friendly',
  'Funny',
  'Witty',
  'Sarcastic',
  'Excited',
  'Bold',
  'Dramatic',
  'Confident',
  'Empathetic',
  'Formal',
  'Informative',
  'Inspirational',
  'Persuasive',
  'Feminine',
  'Masculine',
  'Grumpy',
  'Secretive',
  'Urgent',
] as const satisfies readonly NonNullable<CreateWriterMessageBody['tone_of_voice']>[];

/** Languages of texts. The browser provides their names. */
// biome-ignore format: a list of codes
export const LANGUAGES = [
  'en', 'en-US', 'en-GB', 'ar', 'bg', 'bn', 'ca', 'cs', 'da', 'de', 'de-AT', 'de-CH', 'el', 'es', 'es-ES', 'es-MX', 'et', 'fa', 'fi',
  'fr', 'fr-CA', 'fr-FR', 'he', 'hi', 'hr', 'hu', 'id', 'it', 'ja', 'ko', 'lt', 'lv', 'ms', 'nb', 'nl', 'pl', 'pt', 'pt-BR', 'pt-PT',
  'ro', 'ru', 'sk', 'sl', 'sr', 'sv', 'sw', 'ta', 'th', 'tl', 'tr', 'uk', 'ur', 'vi', 'zh', 'zh-CN', 'zh-TW',
] as const satisfies readonly NonNullable<CreateWriterMessageBody['language']>[];
