import { buildInstructions, buildPrompt } from '../capabilities/prompt.ts';
import { countWords, cutAtWord, oneLine } from '../kernel/words.ts';
import { getTemplate } from './catalogue.ts';
import type { OutputOptions } from './schema.ts';
import type { WriterFieldName } from './types.ts';

/** Name and version of the writer's prompt; raise it with every change to this file or to a template. */
export const WRITER_PROMPT = 'ai-writer/1';

/** Tokens of a word in languages that tokenizers support less well. */
const TOKENS_PER_WORD = 4;
/** Minimum length as a share of the maximum. */
const SHORTEST = 0.6;

/** The subject of a text as the partner described it. */
export interface WriterOrder {
  post_type: string;
  fields: Partial<Record<WriterFieldName, string>>;
  language: string;
  tone: string;
  /** Brand voice and product. */
  context: Record<string, unknown>;
}

/** Requests one of several texts, with the part that is already written. */
export interface TextRequest extends OutputOptions {
  /** Number of the text, from 1. */
  result: number;
  written: string;
}

/** Request to the AI. */
interface WriterQuestion {
  instructions: string;
  prompt: string;
  maxOutputTokens: number;
  temperature: number;
}

/** Builds the question for one text, the rest of a text, or several texts in one answer. */
export function writerQuestion(order: WriterOrder, request: TextRequest, items = 1): WriterQuestion {
  const { brief, form } = getTemplate(order.post_type);
  const answer =
    items === 1
      ? 'Answer with the text alone, with nothing around it.'
      : `Answer with exactly ${items} different texts; the length is that of each.`;
  const rules = request.written === '' ? form : [...form, GO_ON];
  return {
    instructions: buildInstructions({ brief }, [...rules, answer]),
    prompt: writerPrompt(order, request, items),
    maxOutputTokens: 200 + wordsLeft(order, request) * TOKENS_PER_WORD,
    temperature: request.creativity,
  };
}

const GO_ON =
  'A part of the text is written already; it stands under "Earlier work:" and may break off within a word. Write only what follows its last character, and repeat nothing.';

/** The user message of a question. */
export function writerPrompt(order: WriterOrder, request: TextRequest, items = 1): string {
  const { task, output } = getTemplate(order.post_type);
  const max = wordsLeft(order, request);
  const { result, number_of_results: total, written } = request;
  const prompt = buildPrompt({
    task: written === '' ? task : `Go on with a text that is partly written. ${task}`,
    deliverable: output.isList ? 'ideas' : output.contentType,
    items,
    words: { min: Math.ceil(max * SHORTEST), max },
    settings: { ...order.fields, tone: order.tone, language: order.language },
    context: order.context,
    lines: total > 1 ? [`Variant: ${result} of ${total}, with an angle of its own`] : [],
  });
  return written === '' ? prompt : `${prompt}\nEarlier work:\n### text (write)\n${written}`;
}

/** At least one, because the text is not finished. */
function wordsLeft({ post_type }: WriterOrder, { maximum_length, written }: TextRequest): number {
  const max = Math.min(maximum_length, getTemplate(post_type).output.maxWords ?? maximum_length);
  return Math.max(1, max - (written === '' ? 0 : countWords(written)));
}

const MAX_TITLE = 200;

/** A title for a text: its heading, else its subject. */
export function titleOf(text: string, { post_type, fields }: Pick<WriterOrder, 'post_type' | 'fields'>): string {
  const heading = /^#{1,6} +([^\n]+)/.exec(text)?.[1];
  const { name } = getTemplate(post_type);
  const subject = fields.title ?? fields.article_title ?? fields.product_name ?? fields.subject ?? fields.description;
  return cutAtWord(oneLine(heading ?? (subject ? `${name}: ${subject}` : name), MAX_TITLE * 4), MAX_TITLE);
}
