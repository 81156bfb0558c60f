import { z } from 'zod';
import { answerList, answerText } from '../../kernel/answer-text.ts';
import { countWords, cutAtWord, cutToWords, oneLine } from '../../kernel/words.ts';
import { buildInstructions, buildPrompt } from '../prompt.ts';
import {
  type ContentType,
  type Deliverable,
  type DraftContent,
  type StepContext,
  type StepKind,
  type StepKindDefinition,
  type StepQuestion,
  type StepResult,
  UnusableAnswer,
} from '../types.ts';
import { readObject, readText } from './answers.ts';
import { notesQuestion, notesResult } from './notes.ts';

/** Share by which a text may exceed its length before it is cut. */
const TOLERATED_EXCESS = 0.2;
/** Maximum length of a title, characters. */
const MAX_TITLE_CHARACTERS = 200;
/** Tokens of a word in languages that tokenizers support less well. */
const TOKENS_PER_WORD = 3;
const MAX_OUTPUT_TOKENS = 16_000;
/** Maximum length of a body, characters. */
const MAX_BODY_CHARACTERS = 100_000;

type ContentSpec = Extract<Deliverable, { type: 'content' }>;

interface ContentKindOptions {
  kind: StepKind;
  temperature: number;
  /** How the step works on its input; part of the instructions. */
  method: string;
}

// No length limits here: several providers reject them in a schema for structured output. `interpret` checks them.
const itemsSchema = z.object({
  items: answerList(z.object({ title: answerText(), body: answerText(MAX_BODY_CHARACTERS) })),
});

/** A step kind that creates content items; without a deliverable its text is only for later steps. */
function contentKind(options: ContentKindOptions): StepKindDefinition {
  return {
    kind: options.kind,
    task: 'write',
    question: (context) => {
      const { deliverable } = context.step;
      if (deliverable?.type !== 'content') return notesQuestion(context, 'notes', options.method);
      return contentQuestion(context, deliverable, options);
    },
    interpret: (context, answer) => {
      const { deliverable } = context.step;
      if (deliverable?.type !== 'content') return notesResult(context, answer);
      return contentResult(deliverable, draftsOf(context, deliverable, answer));
    },
  };
}

const FORMS: Record<ContentType, string> = {
  blog_post:
    'A blog post opens with the point, has "##" subheadings and short paragraphs, and ends with one call to action.',
  email_draft:
    'An email has its subject line as the title; the body greets, comes to the point and ends with one call to action.',
  social_post:
    'A social post stands on its own; the title is an internal label, the body is the post with at most three hashtags.',
  product_description:
    'A product description says what it is, for whom, and what it does, in paragraphs and a short list.',
  text_content: 'The text is ready to be used as it is.',
};

function contentQuestion(context: StepContext, spec: ContentSpec, options: ContentKindOptions): StepQuestion {
  const several = spec.count > 1;
  const form = several
    ? `Answer with exactly ${spec.count} different items, each with a plain-text title and a Markdown body without the title. The length is that of each body.`
    : 'Answer in Markdown with nothing around it: the title on the first line as "# Title", then the text. The length is that of the text.';
  return {
    instructions: buildInstructions(context.capability, [options.method, form, FORMS[spec.content_type]]),
    prompt: buildPrompt({
      ...context,
      task: `${context.capability.name}: ${context.step.title}`,
      deliverable: spec.content_type,
      items: spec.count,
      words: { min: spec.min_words, max: spec.max_words },
    }),
    maxOutputTokens: Math.min(MAX_OUTPUT_TOKENS, 400 + spec.max_words * spec.count * TOKENS_PER_WORD),
    temperature: options.temperature,
    ...(several ? { answer: { name: 'items', schema: itemsSchema } } : {}),
  };
}

/** A draft with its number of words, which takes time to count. */
interface CountedDraft {
  draft: DraftContent;
  words: number;
}

function draftsOf(context: StepContext, spec: ContentSpec, answer: unknown): CountedDraft[] {
  if (spec.count === 1) {
    const { title, body } = splitTitle(readText(answer));
    return [draft(title ?? context.step.title, body, spec)];
  }
  const { items } = readObject(itemsSchema, answer);
  if (items.length < spec.count) {
    throw new UnusableAnswer(`The answer has ${items.length} items instead of ${spec.count}.`);
  }
  return items.slice(0, spec.count).map((item) => draft(item.title, splitTitle(item.body).body, spec));
}

/** Splits a heading on the first line from the text. */
function splitTitle(text: string): { title?: string; body: string } {
  const heading = /^#{1,6} +([^\n]+)(?:\n|$)/.exec(text);
  if (!heading?.[1]) return { body: text };
  return { title: heading[1], body: text.slice(heading[0].length).trim() };
}

function draft(rawTitle: string, text: string, spec: ContentSpec): CountedDraft {
  const title = cutAtWord(oneLine(rawTitle.replace(/^#+ |[*_`]{1,3}/g, '')), MAX_TITLE_CHARACTERS);
  if (title === '') throw new UnusableAnswer('A title is missing.');
  const words = countWords(text);
  if (words < spec.min_words)
    throw new UnusableAnswer(`The text has ${words} words instead of ${spec.min_words} or more.`);
  const tooLong = words > spec.max_words * (1 + TOLERATED_EXCESS);
  const body = tooLong ? cutToWords(text, spec.min_words, spec.max_words) : text;
  return {
    draft: { title, content_type: spec.content_type, body },
    words: tooLong ? countWords(body) : words,
  };
}

const LABELS: Record<ContentType, [one: string, several: string]> = {
  text_content: ['text', 'texts'],
  blog_post: ['blog post', 'blog posts'],
  email_draft: ['email', 'emails'],
  social_post: ['social post', 'social posts'],
  product_description: ['product description', 'product descriptions'],
};

function contentResult(spec: ContentSpec, counted: readonly CountedDraft[]): StepResult {
  const drafts = counted.map((item) => item.draft);
  const items = counted.map(({ draft: { title, content_type }, words }) => ({
    title,
    content_type,
    word_count: words,
  }));
  const total = items.reduce((sum, item) => sum + item.word_count, 0);
  const [one, several] = LABELS[spec.content_type];
  return {
    summary: `Made ${drafts.length} ${drafts.length === 1 ? one : several} with ${total} words in all.`,
    output: { type: 'content', items },
    drafts,
  };
}

/** Writes new content. */
export const write = contentKind({
  kind: 'write',
  temperature: 0.7,
  method: 'Write new text about the inputs. Build on the earlier work where there is some.',
});

/** Rewrites a text in another form. */
export const rewrite = contentKind({
  kind: 'rewrite',
  temperature: 0.5,
  method: 'Rewrite the given text as the inputs ask. Keep every fact and every name, add none.',
});

/** Translates a text. */
export const translate = contentKind({
  kind: 'translate',
  temperature: 0.2,
  method:
    'Translate the given text completely into the given language, title included. Keep meaning, tone, Markdown structure, links and product names; write what a native speaker would write.',
});

/** Summarises a text. */
export const summarize = contentKind({
  kind: 'summarize',
  temperature: 0.2,
  method:
    'Summarize the given text: the main point first, then what supports it, in your own words and without opinion.',
});
