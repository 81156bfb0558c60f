import { z } from 'zod';
import { CAPABILITY_SLUGS } from '../kernel/capability-slugs.ts';
import { checkComparison, comparisonFields, ONCE_COMPARABLE } from '../kernel/conditions.ts';
import { integer, isOwnName, jsonObject, looseText, onceValid, recordOf, text } from '../kernel/schema.ts';

/** Version of the form of definitions and of their files. */
export const FORMAT_VERSION = 1;
/** Largest definition, bytes of JSON. */
export const MAX_DEFINITION_BYTES = 65_536;
/** Most fields of an input. */
const MAX_FIELDS = 30;
/** Most steps of a definition. */
const MAX_STEPS = 20;
/** Most settings of a step that are mapped. */
const MAX_SETTINGS = 30;
/** Most conditions of a step. */
const MAX_CONDITIONS = 10;
/** Most values of an enumeration, and most entries of a list. */
const MAX_ENTRIES = 50;
/** Longest text of an input, characters: the longest of a setting. */
const MAX_LENGTH = 20_000;
/** Longest entry of a list, characters. */
const MAX_ENTRY_LENGTH = 1_000;
/** Greatest amount of a number: whole numbers are exact to there. */
const MAX_NUMBER = Number.MAX_SAFE_INTEGER;

/** Types of fields of an input. */
const FIELD_TYPES = ['string', 'number', 'boolean', 'enum', 'strings'] as const;
/** What the text of a field of type `string` is. */
const FIELD_FORMATS = ['text', 'date', 'language', 'timezone'] as const;
/** The format of a text. */
export type FieldFormat = (typeof FIELD_FORMATS)[number];

/** Which limits fields of a type have; `values`, `min` and `max` are required where a type has them. */
const LIMITS_OF: Record<(typeof FIELD_TYPES)[number], readonly string[]> = {
  string: ['format', 'max_length'],
  number: ['integer', 'min', 'max'],
  boolean: [],
  enum: ['values'],
  strings: ['max_length', 'max_entries'],
};
const REQUIRED_LIMITS: readonly string[] = ['values', 'min', 'max'];

const named = () =>
  z.string('Must be a string.').regex(/^[a-z][a-z0-9_]{0,39}$/, {
    error: 'Must be at most 40 lower-case letters, digits and `_`, and begin with a letter.',
    abort: true,
  });

/** A name by which values are found in an object. */
const ownName = () => named().refine(isOwnName, 'Must not be `constructor`, which every object has.');

const number = z.number('Must be a number.').min(-MAX_NUMBER).max(MAX_NUMBER);

const limits = {
  format: z.enum(FIELD_FORMATS).optional().describe('For a `string`; defaults to `text`.'),
  max_length: integer(1, MAX_LENGTH)
    .optional()
    .describe('For a `string`, defaults to 2,000 characters; for each entry of `strings`, to 100.'),
  integer: z.boolean('Must be a boolean.').optional().describe('Whether a `number` must be an integer.'),
  min: number.optional().describe('Required for a `number`.'),
  max: number.optional().describe('Required for a `number`.'),
  values: z
    .array(text(100))
    .min(1, 'Must have an entry.')
    .max(MAX_ENTRIES, `Must have at most ${MAX_ENTRIES} entries.`)
    .optional()
    .describe('Required for an `enum`.'),
  max_entries: integer(1, MAX_ENTRIES).optional().describe('For `strings`; defaults to 20.'),
};

const field = z
  .object({
    name: ownName().describe('Name of the field in `input`.'),
    type: z.enum(FIELD_TYPES).describe('Type of the field: `enum` takes one of `values`, `strings` a list of texts.'),
    required: z.boolean('Must be a boolean.').default(false).describe('Whether the field is required.'),
    description: looseText(500).default('').describe('Help text for the people who fill it in.'),
    ...limits,
  })
  .superRefine(
    (given, context) => {
      const own = LIMITS_OF[given.type];
      const report = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
      for (const name of Object.keys(limits)) {
        const isGiven = given[name as keyof typeof limits] !== undefined;
        if (isGiven && !own.includes(name)) report(name, `Must be left out when \`type\` is \`${given.type}\`.`);
        if (!isGiven && own.includes(name) && REQUIRED_LIMITS.includes(name)) report(name, 'Is required.');
      }
      const { min, max, format = 'text', max_length, values = [] } = given;
      if (min !== undefined && max !== undefined && min > max) report('max', 'Must not be less than `min`.');
      if (given.integer && ![min, max].every((limit) => limit === undefined || Number.isInteger(limit)))
        report('min', 'Must be an integer.');
      if (format !== 'text' && max_length !== undefined) report('max_length', 'Must be left out with this `format`.');
      if (given.type === 'strings' && max_length !== undefined && max_length > MAX_ENTRY_LENGTH)
        report('max_length', `Must be at most ${MAX_ENTRY_LENGTH}.`);
      if (new Set(values).size < values.length) report('values', 'Must not name anything twice.');
    },
    onceValid('type', ...Object.keys(limits)),
  );
/** A field of an input. */
export type Field = z.output<typeof field>;

const source = z
  .object({
    input: named().optional().describe('An input field.'),
    step: named().optional().describe('A step in `depends_on`, whose text becomes the setting.'),
    value: z
      .union(
        [looseText(MAX_LENGTH), number, z.boolean(), z.array(text(MAX_ENTRY_LENGTH)).max(MAX_ENTRIES)],
        'Must be a string, a number, a boolean or a list of strings.',
      )
      .optional()
      .describe('A fixed value.'),
  })
  .refine((given) => Object.values(given).filter((value) => value !== undefined).length === 1, {
    error: 'Must have `input`, `step` or `value`, and one of them.',
    ...onceValid('input', 'step', 'value'),
  });

const condition = z
  .object({ field: named().describe('The input field to compare.'), ...comparisonFields })
  .superRefine(checkComparison, ONCE_COMPARABLE);

const step = z.object({
  key: ownName().describe('Identifies the step in `depends_on`, plans and results; unique within the template.'),
  capability: z.enum(CAPABILITY_SLUGS).describe('Slug of the capability that the step runs.'),
  title: text(80).describe('Description of the step.'),
  depends_on: z
    .array(named())
    .max(MAX_STEPS)
    .default([])
    .describe('Steps that it waits for and whose results it receives.'),
  optional: z
    .boolean('Must be a boolean.')
    .default(false)
    .describe('If it fails, the rest continues; only steps that depend on it are cancelled.'),
  settings: recordOf(named(), source, MAX_SETTINGS)
    .prefault({})
    .describe(
      "Where the capability's settings come from. An omitted setting uses the input field of the same name, if there is one.",
    ),
  when: z
    .array(condition)
    .max(MAX_CONDITIONS, `Must have at most ${MAX_CONDITIONS} entries.`)
    .default([])
    .describe('Conditions on the input, all of which must be met; otherwise the step is skipped at no charge.'),
});

/** What a template is made of. */
export const definitionFields = {
  input: z
    .array(field)
    .max(MAX_FIELDS, `Must have at most ${MAX_FIELDS} entries.`)
    .describe("The fields of an execution's `input`."),
  steps: z
    .array(step)
    .min(1, 'Must have an entry.')
    .max(MAX_STEPS, `Must have at most ${MAX_STEPS} entries.`)
    .describe('Steps of an execution; independent steps run in parallel.'),
  example: jsonObject(MAX_DEFINITION_BYTES).describe('A valid input.'),
};

const definition = z.object(definitionFields);

/** What a version of a template has. */
export type Definition = z.output<typeof definition>;
/** A step of a definition. */
export type DefinedStep = Definition['steps'][number];

/** Names of the parts of a definition, to find what is not one. */
export const KNOWN_NAMES = {
  input: Object.keys(field.shape),
  steps: Object.keys(step.shape),
  when: Object.keys(condition.shape),
};
