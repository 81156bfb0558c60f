import { z } from 'zod';
import { CONTENT_TYPES } from '../../capabilities/types.ts';
import { type ErrorDetails, Problems } from '../../kernel/problems.ts';
import { integer, isOwnName, line, orNull, text } from '../../kernel/schema.ts';
import { DEFAULT_MAX, MAX_FIELD, MAX_FIELDS, MAX_LENGTH } from '../types.ts';

/** Longest values of all fields together, characters: as much as the platform's templates ask for. */
const MAX_FIELDS_TOGETHER = 40_000;
/** Most rules for the form of a text. */
const MAX_RULES = 10;
/** Largest definition, bytes of JSON: all of a partner's fit a page of their list. */
const MAX_DEFINITION_BYTES = 16_384;

/** Inputs that prompts have besides, or leave out. */
const RESERVED =
  /^(?:tone|language|target_language|length_words|brand_voice|product|case_study_id|kb_ids)$|_count$|^brand_voice_/;

const field = z.object({
  name: z
    .string('Must be a string.')
    .regex(/^[a-z][a-z0-9_]{0,39}$/, 'Must be at most 40 lower-case letters, digits and `_`, and begin with a letter.')
    .refine((name) => !RESERVED.test(name), 'Must not be a name that prompts of the writer have already.')
    .refine(isOwnName, 'Must not be `constructor`, which every object has.')
    .describe("Its name in generate's `fields`, and for the AI."),
  label: line(200).describe('The question for people.'),
  type: z.enum(['text', 'textarea']).describe('One line, or several.'),
  required: z.boolean('Must be a boolean.').default(false).describe('Whether a value is required.'),
  max: integer(1, MAX_FIELD)
    .optional()
    .describe(
      'Maximum characters; defaults to 500 for a `text` and 10,000 for a `textarea`; at most 40,000 for all fields together.',
    ),
});

const output = z.object({
  content_type: z.enum(CONTENT_TYPES).describe('Content type of a saved text.'),
  is_list: z.boolean('Must be a boolean.').default(false).describe('A list of short entries instead of one text.'),
  max_words: orNull(integer(1, MAX_LENGTH)).describe(
    'Maximum words of a text, even if more are requested; null means no maximum.',
  ),
});

/** What a template is made of. */
export const definitionFields = {
  fields: z
    .array(field)
    .min(1, 'Must have an entry.')
    .max(MAX_FIELDS, `Must have at most ${MAX_FIELDS} entries.`)
    .describe('The questions for people, in order.'),
  brief: text(2_000).describe('Role and style of the writer.'),
  task: text(2_000).describe('The task; `{{name}}` inserts a field. The AI always gets all fields.'),
  form: z
    .array(line(300))
    .max(MAX_RULES, `Must have at most ${MAX_RULES} entries.`)
    .describe('Rules for the form of the text.'),
  output: output.describe('Style of its texts.'),
};

const definition = z.object(definitionFields);

/** A template's parts as they are sent. */
type GivenDefinition = z.output<typeof definition>;

/** A template's parts as they are stored. */
export type OwnDefinition = Omit<GivenDefinition, 'fields'> & { fields: OwnField[] };

/** A field of a template. */
export type OwnField = z.output<typeof field> & { max: number };

/** The fields, each with its maximum. */
export function withMaxima(fields: GivenDefinition['fields']): OwnField[] {
  return fields.map((given) => ({ ...given, max: given.max ?? DEFAULT_MAX[given.type] }));
}

/** A field in the text of a task. */
const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** The task as the AI reads it: fields by the names that their values stand under. */
export function namedTask(task: string): string {
  return task.replaceAll(PLACEHOLDER, (_placeholder, name: string) => `"${name.trim()}"`);
}

/** Errors beyond the schema, by dotted path. */
export function definitionProblems(given: OwnDefinition): ErrorDetails {
  const { fields, task } = given;
  const problems = new Problems();
  const names = fields.map(({ name }) => name);
  for (const [index, name] of names.entries())
    if (names.indexOf(name) < index) problems.add(`fields.${index}.name`, 'Must not be named twice.');
  if (fields.reduce((sum, { max }) => sum + max, 0) > MAX_FIELDS_TOGETHER)
    problems.add('fields', `Must be at most ${MAX_FIELDS_TOGETHER} characters together, by \`max\` of each.`);
  for (const [, name = ''] of task.matchAll(PLACEHOLDER))
    if (!names.includes(name.trim())) problems.add('task', 'Must name only fields of the template in `{{…}}`.');
  if (Buffer.byteLength(JSON.stringify(given)) > MAX_DEFINITION_BYTES)
    problems.add('body', `Must be at most ${MAX_DEFINITION_BYTES} bytes of JSON with all its parts.`);
  return problems.details() ?? {};
}

const UNKNOWN = 'Is not a part of a template.';

/** Names that no part of a template has: what is misspelt would be left out without a word. */
export function unknownNames(raw: unknown, known: readonly string[]): ErrorDetails {
  const problems = new Problems();
  problems.addUnknown(raw, known, '', UNKNOWN);
  const { fields, output: given } = typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>) : {};
  if (Array.isArray(fields))
    for (const [index, entry] of fields.entries())
      problems.addUnknown(entry, Object.keys(field.shape), `fields.${index}`, UNKNOWN);
  problems.addUnknown(given, Object.keys(output.shape), 'output', UNKNOWN);
  return problems.details() ?? {};
}
