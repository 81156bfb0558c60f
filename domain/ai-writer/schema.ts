import { z } from 'zod';
import { PRICES } from '../capabilities/prices.ts';
import {
  includeBody,
  integer,
  line,
  looseText,
  ofSandbox,
  pageQuery,
  recordId,
  recordOf,
  text,
} from '../kernel/schema.ts';
import { findTemplate, TEMPLATES } from './catalogue.ts';
import { MAX_FIELD, MAX_FIELDS, MAX_LENGTH, WRITER_FIELD_NAMES, WRITER_FIELDS, type WriterFieldName } from './types.ts';
import { LANGUAGES, TONES } from './words.ts';

const MAX_RESULTS = 5;
const DEFAULT_LENGTH = 400;
const DEFAULT_CREATIVITY = 0.7;

const creativity = z
  .number('Must be a number.')
  .min(0, 'Must be at least 0.')
  .max(1, 'Must be at most 1.')
  .describe('From 0 (most predictable) to 1 (most surprising).');
const maximumLength = integer(1, MAX_LENGTH).describe('Maximum words per text.');
const numberOfResults = integer(1, MAX_RESULTS).describe('Number of texts to write.');

/** Options of an output; each combination is written, and charged, once for each message. */
const outputOptions = { creativity, maximum_length: maximumLength, number_of_results: numberOfResults };

/** Number, length and creativity of the texts. */
export interface OutputOptions {
  creativity: number;
  maximum_length: number;
  number_of_results: number;
}

const templateFields = Object.fromEntries(
  WRITER_FIELD_NAMES.map((name) => [name, looseText(WRITER_FIELDS[name].max).optional().describe(describeField(name))]),
) as Record<WriterFieldName, z.ZodOptional<z.ZodString>>;

/** Form of the slugs of templates. */
export const SLUG = /^[a-z][a-z0-9_]{1,63}$/;
/** The same in words. */
export const SLUG_FORM = 'Must be 2 to 64 lower-case letters, digits and `_`, and begin with a letter.';

/** A template of the platform, or one that a partner may have. */
export const postType = z
  .union([z.enum(TEMPLATES.map(({ slug }) => slug)), z.string().regex(SLUG)], 'Must be the slug of a template.')
  .describe('Slug of a template.');

/** Values of a partner's own template; which it has, and how long they may be, is the template's. */
export const valuesOfFields = recordOf(z.string().max(40), looseText(MAX_FIELD), MAX_FIELDS);

const base = z.object({
  post_type: postType,
  maximum_length: maximumLength.default(DEFAULT_LENGTH),
  number_of_results: numberOfResults.default(1),
  creativity: creativity.default(DEFAULT_CREATIVITY),
  language: z.enum(LANGUAGES).default('en').describe('Language of the text, a BCP 47 code.'),
  tone_of_voice: z
    .enum(TONES)
    .nullish()
    .describe('How the text sounds. Default: the tone of the brand voice, or Professional.'),
  tone_of_voice_custom: looseText(100).nullish().describe('A tone in your own words; overrides the preset.'),
  company: recordId.nullish().describe('Id of a brand voice.'),
  product: recordId.nullish().describe('Id of a product of a brand voice; it brings its voice along.'),
  ...templateFields,
  fields: valuesOfFields.optional().describe('For a template of your own: values of its fields by name.'),
});

/** Options and the fields of the template, which are required but may be blank (`blankFields`). */
export const writerBody = WRITER_FIELD_NAMES.reduce(
  (body, name) =>
    body.refine((given) => given[name] !== undefined || !requires(given.post_type, name), {
      path: [name],
      error: 'Is required.',
      // Together with the other errors, so that all are reported at once.
      when: ({ value }) => typeof value === 'object' && value !== null,
    }),
  base,
);

export type WriterBody = z.output<typeof writerBody>;

/** Required fields of one of the platform's templates without text, in the order of the template. */
export function blankFields({
  post_type,
  ...given
}: Pick<WriterBody, 'post_type' | WriterFieldName>): WriterFieldName[] {
  return (findTemplate(post_type)?.required ?? []).filter((name) => given[name]?.trim() === '');
}

/** The fields of one of the platform's templates that are not blank. */
export function promptFields(given: Pick<WriterBody, 'post_type' | WriterFieldName>): Record<string, string> {
  const { required = [], optional = [] } = findTemplate(given.post_type) ?? {};
  return Object.fromEntries([...required, ...optional].flatMap((name) => (given[name] ? [[name, given[name]]] : [])));
}

/** The requested tone, else that of the brand voice. */
export function toneOf(
  { tone_of_voice_custom: own, tone_of_voice: preset }: Pick<WriterBody, 'tone_of_voice' | 'tone_of_voice_custom'>,
  ofVoice: string | null | undefined,
): string {
  return own || preset || ofVoice || TONES[0];
}

function requires(slug: unknown, name: WriterFieldName): boolean {
  return typeof slug === 'string' && (findTemplate(slug)?.required.includes(name) ?? false);
}

function describeField(name: WriterFieldName): string {
  const slugs = TEMPLATES.filter(({ required }) => required.includes(name)).map(({ slug }) => slug);
  return `${WRITER_FIELDS[name].question} Required by: ${slugs.join(', ')}.`;
}

const WORDS_PER_PRICE = 500;

/** Credits: the price of `ai_writer` for each started 500 words of the maximum total length. */
export function writerPrice({ maximum_length, number_of_results }: Omit<OutputOptions, 'creativity'>): number {
  return PRICES.ai_writer * Math.ceil((maximum_length * number_of_results) / WORDS_PER_PRICE);
}

const priced = base.pick({ maximum_length: true, number_of_results: true });

/** Credits that a request for texts would cost; undefined where it is not valid. */
export function requestedWriterPrice(given: unknown): number | undefined {
  const parsed = priced.safeParse(given);
  return parsed.success ? writerPrice(parsed.data) : undefined;
}

/** As long as five texts of 2,000 long words. */
const MAX_RESPONSE = 100_000;

const messageId = recordId.describe('The id returned by `generate`.');

export const templateParams = z.object({ slug: z.string().max(64).describe('Slug of a template.') });

/** Path of a message. */
export const messageParams = z.object({ id: recordId.describe('Id of a message, as `message_id`.') });

export const outputBody = z.object({ message_id: messageId, ...outputOptions });

export const saveBody = z.object({
  message_id: messageId,
  response: text(MAX_RESPONSE).describe('The text, as generated or as you edited it.'),
});

export const favoriteBody = z.object({ openai_id: recordId.describe('Id of a template.') });

export const historyQuery = z.object({
  q: line(200)
    .optional()
    .describe('Words from the request, in any case, with or without accents; words may be incomplete.'),
  post_type: line(64).optional().describe('Only messages of this template.'),
  ...ofSandbox,
  ...pageQuery(),
  ...includeBody,
});
export type HistoryQuery = z.output<typeof historyQuery>;
