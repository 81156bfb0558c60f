import { z } from 'zod';
import { readBrief } from './brief/read-brief.ts';
import { subjectOf } from './brief/subject.ts';
import { findAnswers } from './json/cited.ts';
import { fillSchema } from './json/fill-schema.ts';
import { seededRandom } from './random.ts';
import { Author } from './text/author.ts';
import { writeText } from './text/write-text.ts';

const part = z.looseObject({ type: z.string(), text: z.string().optional() });
const message = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.array(part), z.null()]).optional(),
});

/** The parts of a chat completion request that the sandbox reads. */
export const completionRequestSchema = z.looseObject({
  model: z.string().min(1),
  messages: z.array(message).min(1),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
  max_tokens: z.int().positive().nullish(),
  max_completion_tokens: z.int().positive().nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  response_format: z
    .looseObject({
      type: z.enum(['text', 'json_object', 'json_schema']),
      json_schema: z.looseObject({ name: z.string(), schema: z.record(z.string(), z.unknown()).optional() }).optional(),
    })
    .nullish(),
});

/** A checked chat completion request. */
export type CompletionRequest = z.infer<typeof completionRequestSchema>;

/** The text of all messages of one role, or of every message. */
export function messageText(request: CompletionRequest, role?: 'system' | 'user'): string {
  return request.messages
    .filter((each) => role === undefined || each.role === role)
    .map(({ content }) => (Array.isArray(content) ? content.map(({ text }) => text ?? '').join('\n') : (content ?? '')))
    .join('\n\n');
}

/** English runs to about four and a half characters a token. */
const charactersPerToken = 4.5;

/** The model's answer. */
export interface Answer {
  text: string;
  refusal: string | null;
  /** `stop`, `length`, or what a fault sets. */
  finishReason: string;
  usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number };
  /** The language that was asked for; the text is English whatever it is. */
  language: string | undefined;
}

/** Answers from nothing but the request: the same messages, schema and temperature give the same text. */
export async function writeAnswer(request: CompletionRequest): Promise<Answer> {
  const { messages, response_format: format, temperature } = request;
  const random = seededRandom(JSON.stringify([messages, format, temperature]));
  const brief = readBrief(messageText(request, 'user'));
  const schema = format?.json_schema?.schema ?? schemaInWords(messageText(request, 'system'));
  const asJson = schema !== undefined || format?.type === 'json_object';
  const text = asJson
    ? JSON.stringify(fillSchema(schema ?? {}, brief, random, await findAnswers(brief)))
    : writeText(new Author(brief, subjectOf(brief), random));

  const promptTokens = tokens(messageText(request));
  const limit = request.max_completion_tokens ?? request.max_tokens ?? Number.POSITIVE_INFINITY;
  const cut = tokens(text) > limit;
  const kept = cut ? text.slice(0, Math.floor(limit * charactersPerToken)) : text;
  const completionTokens = Math.min(tokens(kept), limit);
  return {
    text: kept,
    refusal: null,
    finishReason: cut ? 'length' : 'stop',
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
    },
    language: brief.language?.replace(/[^\w-]/g, '') || undefined,
  };
}

/** The schema in the instructions, on the line after its mention. */
function schemaInWords(instructions: string): Record<string, unknown> | undefined {
  const [, line] = /JSON Schema:\n(\{.*\})$/m.exec(instructions) ?? [];
  return line === undefined ? undefined : JSON.parse(line);
}

function tokens(text: string): number {
  return Math.ceil(text.length / charactersPerToken);
}
