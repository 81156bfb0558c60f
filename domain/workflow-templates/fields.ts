import { z } from 'zod';
import { inputSchema } from '../kernel/json-schema.ts';
import { day, languageTag, looseText, text, timezone } from '../kernel/schema.ts';
import type { Field, FieldFormat } from './definition.ts';

const MAX_TEXT = 2_000;
const MAX_ENTRY = 100;
const MAX_ENTRIES = 20;

type JsonSchema = z.core.JSONSchema.BaseSchema;

const FORMATS: Record<Exclude<FieldFormat, 'text'>, { schema: z.ZodType; example: string }> = {
  date: { schema: day, example: '2031-03-04' },
  language: { schema: languageTag(), example: 'pt-BR' },
  timezone: { schema: timezone, example: 'Europe/Berlin' },
};

/** Schemas of the formats as JSON Schema. */
const FORMAT_SCHEMAS = Object.fromEntries(
  Object.entries(FORMATS).map(([name, { schema }]) => [name, partOf(schema)]),
) as Record<keyof typeof FORMATS, JsonSchema>;

/** The pattern of texts, as zod writes it. */
const { pattern: TEXT_PATTERN } = partOf(looseText());

function partOf(schema: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...part } = inputSchema(schema);
  // The pattern of dates is many times as long as what else is said of a field.
  return part.format === undefined ? part : { type: 'string', format: part.format };
}

/** The input that fields describe. Unknown fields are dropped; an optional text that is blank counts as left out. */
export function inputOf(fields: readonly Field[]): z.ZodObject {
  return z.object(
    Object.fromEntries(
      fields.map((field) => {
        const schema = valueSchemaOf(field).describe(field.description);
        return [field.name, field.required ? schema : whereGiven(schema)];
      }),
    ),
  );
}

function whereGiven(schema: z.ZodType): z.ZodType {
  return schema.transform((value) => (value === '' ? undefined : value)).optional();
}

/** A value of a field. */
export function valueSchemaOf(field: Field): z.ZodType {
  switch (field.type) {
    case 'string': {
      const format = formatOf(field);
      return format === null ? looseText(lengthOf(field)) : FORMATS[format].schema;
    }
    case 'number':
      return (field.integer ? z.int('Must be an integer.') : z.number('Must be a number.'))
        .min(field.min ?? 0, `Must be at least ${field.min}.`)
        .max(field.max ?? 0, `Must be at most ${field.max}.`);
    case 'boolean':
      return z.boolean('Must be a boolean.');
    case 'enum':
      return z.enum(field.values ?? []);
    case 'strings':
      return z.array(text(lengthOf(field))).max(entriesOf(field), `Must have at most ${entriesOf(field)} entries.`);
  }
}

/** JSON Schema of `inputOf`, which lists of templates show: made without compiling anything. */
export function inputSchemaOf(fields: readonly Field[]): JsonSchema {
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: Object.fromEntries(
      fields.map((field) => [field.name, { ...jsonSchemaOf(field), description: field.description }]),
    ),
    ...(required.length > 0 && { required }),
  };
}

function jsonSchemaOf(field: Field): JsonSchema {
  switch (field.type) {
    case 'string': {
      const format = formatOf(field);
      if (format !== null) return FORMAT_SCHEMAS[format];
      return { type: 'string', maxLength: lengthOf(field), ...(TEXT_PATTERN && { pattern: TEXT_PATTERN }) };
    }
    case 'number':
      return {
        type: field.integer ? 'integer' : 'number',
        ...(field.min !== undefined && { minimum: field.min }),
        ...(field.max !== undefined && { maximum: field.max }),
      };
    case 'boolean':
      return { type: 'boolean' };
    case 'enum':
      return { type: 'string', enum: field.values ?? [] };
    case 'strings': {
      const entry = { type: 'string', minLength: 1, maxLength: lengthOf(field) } as const;
      return {
        maxItems: entriesOf(field),
        type: 'array',
        items: { ...entry, ...(TEXT_PATTERN && { pattern: TEXT_PATTERN }) },
      };
    }
  }
}

/** Values at the edges of what a field takes: what takes these, takes every value of it but a blank text. */
export function edgesOf(field: Field): unknown[] {
  switch (field.type) {
    case 'string': {
      const format = formatOf(field);
      return [format === null ? 'x'.repeat(lengthOf(field)) : FORMATS[format].example];
    }
    case 'number': {
      const { min = 0, max = 0 } = field;
      return field.integer ? [min, max] : [min, max, (min + max) / 2, min + (max - min) / 3];
    }
    case 'boolean':
      return [true, false];
    case 'enum':
      return [...(field.values ?? [])];
    case 'strings':
      return [Array.from({ length: entriesOf(field) }, () => 'x'.repeat(lengthOf(field)))];
  }
}

function formatOf({ format = 'text' }: Field): Exclude<FieldFormat, 'text'> | null {
  return format === 'text' ? null : format;
}

function lengthOf({ type, max_length }: Field): number {
  return max_length ?? (type === 'strings' ? MAX_ENTRY : MAX_TEXT);
}

function entriesOf({ max_entries = MAX_ENTRIES }: Field): number {
  return max_entries;
}
