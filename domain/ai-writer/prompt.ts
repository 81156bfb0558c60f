import { buildInstructions, buildPrompt } from '../capabilities/prompt.ts';
import { countWords, cutAtWord, oneLine } from '../kernel/words.ts';
import { type TemplateOfOrder, templateOfOrder } from './own/pinned.ts';
import type { OutputOptions } from './schema.ts';

/** Name and version of the writer's prompt; raise it with every change to this file or to a template. */
const WRITER_PROMPT = 'ai-writer/1';

/** Tokens of a word in languages that tokenizers support less well. */
const TOKENS_PER_WORD = 4;
/** Minimum length as a share of the maximum. */
const SHORTEST = 0.6;

/** Name and version of the prompt of an order; with a template of the partner's own, that and its version, too. */
export function promptVersionOf({ template }: Pick<TemplateOfOrder, 'template'>): string {
  return template === null ? WRITER_PROMPT : `${WRITER_PROMPT} own:${template.id}/${template.version}`;
}

/** The subject of a text as the partner described it. */
export interface WriterOrder extends TemplateOfOrder {
  fields: Record<string, string>;
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
  const { brief, form } = templateOfOrder(order);
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
  const { task, output } = templateOfOrder(order);
  const max = wordsLeft(order, request);
  const { result, number_of_results: total, written } = request;
  const prompt = buildPrompt({
    task: written === '' ? task : `Go on with a text that is partly written. ${task}`,
    deliverable: output.isList ? 'ideas' : output.contentType,
    items,
    words: { min: Math.ceil(max * SHORTEST), max },
    settings: { ...inOrder(order), tone: order.tone, language: order.language },
    context: order.context,
    lines: total > 1 ? [`Variant: ${result} of ${total}, with an angle of its own`] : [],
  });
  return written === '' ? prompt : `${prompt}\nEarlier work:\n### text (write)\n${written}`;
}

/** At least one, because the text is not finished. */
function wordsLeft(order: WriterOrder, { maximum_length, written }: TextRequest): number {
  const max = Math.min(maximum_length, templateOfOrder(order).output.maxWords ?? maximum_length);
  return Math.max(1, max - (written === '' ? 0 : countWords(written)));
}

/** The fields in the order of the template, as far as it is the partner's own. */
function inOrder({ template, fields }: Pick<WriterOrder, 'template' | 'fields'>): Record<string, string> {
  if (template === null) return fields;
  return Object.fromEntries(template.fields.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])));
}

const MAX_TITLE = 200;

/** Fields of the platform's templates that say what a text is about. */
const SUBJECTS = ['title', 'article_title', 'product_name', 'subject', 'description'];

/** A title for a text: its heading, else its subject. */
export function titleOf(text: string, order: TemplateOfOrder & Pick<WriterOrder, 'fields'>): string {
  const heading = /^#{1,6} +([^\n]+)/.exec(text)?.[1];
  const { name } = templateOfOrder(order);
  const { template, fields } = order;
  const subject = (template?.fields ?? SUBJECTS).map((field) => fields[field]).find((value) => value !== undefined);
  return cutAtWord(oneLine(heading ?? (subject ? `${name}: ${subject}` : name), MAX_TITLE * 4), MAX_TITLE);
}
