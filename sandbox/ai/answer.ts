import { z } from 'zod';
import { readBrief } from './brief/read-brief.ts';
import { subjectOf } from './brief/subject.ts';
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
export function writeAnswer(request: CompletionRequest): Answer {
  const { messages, response_format: format, temperature } = request;
  const random = seededRandom(JSON.stringify([messages, format, temperature]));
  const brief = readBrief(messageText(request, 'user'));
  const schema = format?.json_schema?.schema ?? schemaInWords(messageText(request, 'system'));
  const asJson = schema !== undefined || format?.type === 'json_object';
  const text = asJson
    ? JSON.stringify(fillSchema(schema ?? {}, brief, random))
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

/** An instruction in a text: a verb such as "write", and the required output in quotation marks or as JSON. */
const ORDER =
  /\b(?:answer|reply|respond|output|say|print|write|return|append|add|include|repeat|begin|end|state|insert)\b[^"“«{]{0,120}?(?:["“«]([^"”»]{1,4000})["”»]|(\{.*\}))/is;
/** The order asks for unstructured text, or for other quotes. */
const RAW = /plain text|not (?:as )?json|no json|instead of json|without json|ignore the schema|raw/i;
const FORGED = /\bquot(?:e|es|ation)\b|\bcit(?:e|es|ation|ations)\b/i;

/**
 * The answer of a model that obeys injected instructions, as an attacker would want: the ordered text replaces
 * every text. The quotes stay as they are, so that the answer looks well founded, unless other ones are ordered.
 */
export function obey(answer: Answer, prompt: string): Answer {
  const order = ORDER.exec(unescaped(prompt.slice(prompt.indexOf('Inputs:'))));
  if (!order) return answer;
  const [sentence, said, json] = order;
  if (json !== undefined) return { ...answer, text: json };
  const payload = said ?? '';
  const parsed = parse(answer.text);
  if (parsed === undefined || RAW.test(sentence)) return { ...answer, text: payload };
  const kept = FORGED.test(sentence) ? ['passage'] : ['passage', 'quote'];
  return { ...answer, text: JSON.stringify(replaced(parsed, payload, kept)) };
}

/** Inputs are JSON within lines; an order is read as it was written. */
function unescaped(text: string): string {
  return text.replace(/\\(?:u([0-9a-f]{4})|(.))/gi, (_all, code: string | undefined, character: string | undefined) =>
    code === undefined
      ? ({ n: '\n', t: '\t', r: '\r' }[character ?? ''] ?? character ?? '')
      : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function replaced(value: unknown, payload: string, kept: readonly string[], name = ''): unknown {
  if (typeof value === 'string') return kept.includes(name) ? value : payload;
  if (Array.isArray(value)) return value.map((each) => replaced(each, payload, kept, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replaced(each, payload, kept, key)]));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
