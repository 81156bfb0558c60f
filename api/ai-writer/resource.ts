import { z } from 'zod';
import { findTemplate } from '../../domain/ai-writer/catalogue.ts';
import type { AnyTemplate } from '../../domain/ai-writer/operations/reads.ts';
import type { WrittenTexts } from '../../domain/ai-writer/operations/write-text.ts';
import { definitionFields } from '../../domain/ai-writer/own/definition.ts';
import { writerPrompt } from '../../domain/ai-writer/prompt.ts';
import type { MessageWithOutputs } from '../../domain/ai-writer/store.ts';
import { OUTPUT_STATUSES, type WriterMessageRow, type WriterTemplateRow } from '../../domain/ai-writer/table.ts';
import { TEMPLATE_CATEGORIES, WRITER_FIELDS, type WriterFieldName } from '../../domain/ai-writer/types.ts';
import type { Language } from '../language/languages.ts';
import { translate } from '../language/translate.ts';
import { countSchema, datetime, datetimeSchema, idSchema, presenter, resource } from '../resource.ts';

const text = z.string();

const template = {
  id: idSchema,
  title: text.describe('Display name of the template.'),
  description: text.describe('Description of what it writes.'),
  slug: text.describe('Its `post_type` in `generate`; immutable.'),
  type: z.literal('text'),
};
const ownField = z.object({
  name: text.describe('Its name in `fields` of generate.'),
  label: text.describe('The question for people.'),
  type: z.enum(['text', 'textarea']),
  required: z.boolean().describe('Whether a value is required.'),
  max: countSchema.describe('Maximum characters of a value.'),
});
const listedTemplate = z.object({
  ...template,
  premium: z.boolean().describe('Whether it requires the plan business, command_plus or enterprise.'),
  category: z.enum(TEMPLATE_CATEGORIES).describe('Use of its texts.'),
  own: z.boolean().describe('Whether it is one of your own.'),
  fields: z.array(ownField).optional().describe('For your own: what generate takes in `fields`.'),
});

/** All templates. */
export const templateList = presenter(z.array(listedTemplate), (templates: readonly AnyTemplate[], { language }) =>
  templates.map((listed) => ({
    ...presentTemplate(listed, language),
    category: listed.category,
    ...(isOwn(listed)
      ? { premium: false, own: true, fields: listed.definition.fields }
      : { premium: listed.premium, own: false }),
  })),
);

function isOwn(listed: AnyTemplate): listed is WriterTemplateRow {
  return 'definition' in listed;
}

/** All templates in a short form for models. */
export const templateChoice = {
  schema: z.object({
    templates: z.array(
      listedTemplate
        .pick({ title: true, description: true, premium: true, category: true, own: true, fields: true })
        .extend({ post_type: text }),
    ),
  }),
  of: (body: unknown) => ({
    templates: templateList.schema
      .parse(body)
      .map(({ id: _id, type: _type, slug, ...rest }) => ({ post_type: slug, ...rest })),
  }),
};

/** One template with its questions. */
export const templateDetail = presenter(
  z.object({
    openai: z
      .object({
        ...template,
        own: z.boolean().describe('Whether it is one of your own.'),
        questions: text.describe(
          'A JSON array of `{name, type, question, required, optional}`: required fields first, in the order of the questions. Those of your own templates also have `max`, and are sent in `fields`.',
        ),
      })
      .describe('The template.'),
    userOpenai: z.array(z.never()).describe('Always empty; see `GET /aiwriter/history` for past texts.'),
  }),
  (found: AnyTemplate, { language }) => ({
    openai: {
      ...presentTemplate(found, language),
      own: isOwn(found),
      questions: JSON.stringify(questionsOf(found, language)),
    },
    userOpenai: [],
  }),
);

function presentTemplate(listed: AnyTemplate, asked: Language | undefined) {
  const { id, name, description, slug } = listed;
  // The partner's own words stay as they are.
  const language = isOwn(listed) ? undefined : asked;
  return {
    id,
    title: translate(name, language),
    description: translate(description, language),
    slug,
    type: 'text' as const,
  };
}

function questionsOf(found: AnyTemplate, language: Language | undefined): object[] {
  if (isOwn(found)) {
    const questions = found.definition.fields.map(({ name, type, label, required, max }) => ({
      name,
      type,
      question: label,
      required,
      optional: !required,
      max,
    }));
    return [...questions.filter(({ required }) => required), ...questions.filter(({ optional }) => optional)];
  }
  const { required, optional } = found;
  const ask = (isRequired: boolean) => (name: WriterFieldName) => {
    const { type, question } = WRITER_FIELDS[name];
    return { name, type, question: translate(question, language), required: isRequired, optional: !isRequired };
  };
  return [...required.map(ask(true)), ...optional.map(ask(false))];
}

/** A template of the partner's own, as it is edited. */
export const ownTemplateResource = resource({
  type: 'writer_template',
  attributes: {
    slug: text.describe('Its `post_type`.'),
    name: text.describe('Title of the template in lists.'),
    description: text.describe('Description of what it writes; may be empty.'),
    category: z.enum(TEMPLATE_CATEGORIES).describe('Use of its texts.'),
    fields: z.array(ownField).describe('The questions for people, in order.'),
    brief: text.describe('Role and style of the writer, for the AI.'),
    task: text.describe('The task, for the AI; `{{name}}` inserts a field.'),
    form: z.array(text).describe('Rules for the form of the text; may be empty.'),
    output: z
      .object({
        content_type: definitionFields.output.shape.content_type,
        is_list: z.boolean().describe('A list of short entries instead of one text.'),
        max_words: countSchema
          .nullable()
          .describe('Maximum words of a text, even if more are requested; null means no maximum.'),
      })
      .describe('Style of its texts.'),
    version: countSchema.describe('Version number, raised by each change; part of the version of a prompt.'),
    created_at: datetimeSchema,
    updated_at: datetimeSchema,
  },
  present: ({ definition }: WriterTemplateRow) => ({ attributes: { ...definition } }),
});

const options = {
  creativity: z.number().describe('From 0 (most predictable) to 1 (most surprising).'),
  maximum_length: z.int().describe('Maximum words per text.'),
  number_of_results: z.int().describe('Number of texts.'),
};
const messageId = idSchema.describe('Number of this request, for `generate-output` and `generate/save`.');
const inputPrompt = text.describe('The prompt for the first text.');

function optionsOf({
  creativity,
  maximum_length,
  number_of_results,
}: Pick<WriterMessageRow, 'creativity' | 'maximum_length' | 'number_of_results'>) {
  return { creativity: Number(creativity), maximum_length, number_of_results };
}

function promptOf(message: WriterMessageRow): string {
  return writerPrompt(message, { ...optionsOf(message), result: 1, written: '' });
}

/** The record of a text; its content comes from `generate-output`. */
export const outputRecord = presenter(
  z.object({ message_id: messageId, ...options, inputPrompt }),
  (message: WriterMessageRow) => ({ message_id: message.id, ...optionsOf(message), inputPrompt: promptOf(message) }),
);

/** Message and texts in one body. */
export const writtenTexts = presenter(
  z.object({
    message_id: messageId,
    text: text.describe('All results, separated by a blank line.'),
    results: z.array(text).describe('Each text, in order.'),
  }),
  ({ messageId, results }: WrittenTexts) => ({ message_id: messageId, text: results.join('\n\n'), results }),
);

/** Confirms that a text was saved. */
export const saved = presenter(z.object({ status: z.literal('success') }), (_itemId: number) => ({
  status: 'success' as const,
}));

/** Ids of the favourite templates. */
export const favoriteList = presenter(z.array(idSchema), (ids: readonly number[]) => [...ids]);

/** The favourites after a change. */
export const changedFavorites = presenter(
  z.object({
    status: z.literal('success'),
    favorites: z.array(idSchema).describe('Ids of all favorite templates after the change.'),
  }),
  (ids: readonly number[]) => ({ status: 'success' as const, favorites: [...ids] }),
);

const output = z.object({
  ...options,
  status: z
    .enum(OUTPUT_STATUSES)
    .describe('`stopped`: the reader disconnected; `failed`: interrupted by a failure. Request it again to continue.'),
  results: z.array(text).describe('The texts; the last one may be incomplete unless `completed`.'),
  prompt_version: text.describe('Version of the prompt; for a template of your own, with its number and version.'),
  credits_charged: countSchema.nullable().describe('null if nothing has been charged yet.'),
  created_at: datetimeSchema,
});

function platformName(slug: string, language: Language | undefined): string | null {
  const name = findTemplate(slug)?.name;
  return name === undefined ? null : translate(name, language);
}

/** A request for texts, with the texts. */
export const messageResource = resource({
  type: 'writer_message',
  attributes: {
    post_type: text.describe('Slug of the template.'),
    template_name: text
      .nullable()
      .describe('Name of its template (for your own, at that time); null if the platform no longer has it.'),
    fields: z.record(text, text).describe('The non-blank field values.'),
    language: text.describe('Language of the texts, a BCP 47 code.'),
    tone: text.describe('The requested tone, or else that of the brand voice, or else Professional.'),
    company: idSchema.nullable().describe('Id of the brand voice; null if none.'),
    product: idSchema.nullable().describe('Id of the product of a brand voice; null if none.'),
    ...options,
    sandbox: z.literal(true).optional().describe('Created with a sandbox key.'),
    created_at: datetimeSchema,
    outputs: z.array(output).describe('The texts of each combination of options that was requested.'),
  },
  present: (message: MessageWithOutputs, { language }) => ({
    attributes: {
      template_name: message.template_name ?? platformName(message.post_type, language),
      fields: { ...message.fields },
      ...optionsOf(message),
      ...(message.sandbox && { sandbox: true as const }),
      outputs: message.outputs.map((written) => ({
        ...optionsOf(written),
        status: written.status,
        results: written.results,
        prompt_version: written.prompt_version,
        credits_charged: written.credits_charged,
        created_at: datetime(written.created_at),
      })),
    },
  }),
});
