import { z } from 'zod';
import { readObject, readText } from '../capabilities/step-kinds/answers.ts';
import { type DraftContent, type StepContext, type StepKindDefinition, UnusableAnswer } from '../capabilities/types.ts';
import { countWords } from '../kernel/words.ts';
import { promptFields, toneOf, type WriterBody } from './body.ts';
import { getTemplate } from './catalogue.ts';
import { titleOf, WRITER_PROMPT, type WriterOrder, writerQuestion } from './prompt.ts';

/** Limit of the providers. */
const MAX_OUTPUT_TOKENS = 16_000;

const several = z.object({ texts: z.array(z.string()) });
const voice = z.object({ tone: z.string().nullish() }).catch({});

/** Writes texts with a template of the AI writer; its settings have the form of the writer's body. */
export const writerText: StepKindDefinition = {
  kind: 'writer_text',
  task: 'write',
  question: (context) => {
    const { creativity, maximum_length, number_of_results } = settingsOf(context);
    const turn = { creativity, maximum_length, number_of_results: 1, result: 1, written: '' };
    const question = writerQuestion(orderOf(context), turn, number_of_results);
    const maxOutputTokens = Math.min(MAX_OUTPUT_TOKENS, question.maxOutputTokens * number_of_results);
    if (number_of_results === 1) return { ...question, maxOutputTokens };
    return { ...question, maxOutputTokens, answer: { name: 'texts', schema: several } };
  },
  interpret: (context, answer) => {
    const drafts = textsOf(context, answer).map((text) => draftOf(context, text));
    const items = drafts.map(({ title, content_type, body }) => ({
      title,
      content_type,
      word_count: countWords(body),
    }));
    return {
      summary: `Wrote ${drafts.length === 1 ? 'a text' : `${drafts.length} texts`}.`,
      output: { type: 'content', items, prompt_version: WRITER_PROMPT },
      drafts,
    };
  },
};

function textsOf(context: StepContext, answer: unknown): string[] {
  const { number_of_results: wanted } = settingsOf(context);
  if (wanted === 1) return [readText(answer)];
  const { texts } = readObject(several, answer);
  if (texts.length < wanted) throw new UnusableAnswer(`The answer has ${texts.length} texts instead of ${wanted}.`);
  return texts.slice(0, wanted).map(readText);
}

function draftOf(context: StepContext, body: string): DraftContent {
  const order = orderOf(context);
  return { title: titleOf(body, order), content_type: getTemplate(order.post_type).output.contentType, body };
}

/** Validated when the execution was accepted. */
function settingsOf({ settings }: StepContext): WriterBody {
  return settings as WriterBody;
}

function orderOf(step: StepContext): WriterOrder {
  const body = settingsOf(step);
  const { context } = step;
  const { tone } = voice.parse(context['brand_voice']);
  return {
    post_type: body.post_type,
    fields: promptFields(body),
    language: body.language,
    tone: toneOf(body, tone),
    context,
  };
}
