import { z } from 'zod';
import { chosenVoice, voiceContext } from '../brand-voices/target.ts';
import { capabilities, content, step } from '../capabilities/define.ts';
import { type Feature, recordsInContext } from '../capabilities/feature.ts';
import { requirePrompts } from '../capabilities/request.ts';
import { readObject, readText } from '../capabilities/step-kinds/answers.ts';
import { type DraftContent, type StepContext, type StepKindDefinition, UnusableAnswer } from '../capabilities/types.ts';
import { answerList, answerText } from '../kernel/answer-text.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { invalid } from '../kernel/errors.ts';
import { partnerOf } from '../kernel/invoke.ts';
import { countWords } from '../kernel/words.ts';
import { findTemplate } from './catalogue.ts';
import { requirePlan } from './order.ts';
import { type PinnedTemplate, pin, pinnedIn, TEMPLATE_ENTRY, templateOfOrder } from './own/pinned.ts';
import { blankValues, ownTemplateIn, templateProblems } from './own/values.ts';
import { promptVersionOf, titleOf, type WriterOrder, writerQuestion } from './prompt.ts';
import { WRITER_CAPABILITY } from './rules.ts';
import { blankFields, promptFields, toneOf, type WriterBody, writerBody, writerPrice } from './schema.ts';

/** Limit of the providers. */
const MAX_OUTPUT_TOKENS = 16_000;
/** Maximum length of a text, characters. */
const MAX_TEXT_CHARACTERS = 100_000;

const several = z.object({ texts: answerList(answerText(MAX_TEXT_CHARACTERS)) });
const voice = z.object({ tone: z.string().nullish() }).catch({});

/** Writes texts with a template of the AI writer; its settings have the form of the writer's body. */
const writerText: StepKindDefinition = {
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
      output: { type: 'content', items, prompt_version: promptVersionOf(orderOf(context)) },
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
  return { title: titleOf(body, order), content_type: templateOfOrder(order).output.contentType, body };
}

/** Validated when the execution was accepted. */
function settingsOf({ settings }: StepContext): WriterBody {
  return settings as WriterBody;
}

function orderOf(step: StepContext): WriterOrder {
  const body = settingsOf(step);
  const { tone } = voice.parse(step.context['brand_voice']);
  const order = { post_type: body.post_type, language: body.language, tone: toneOf(body, tone) };
  if (findTemplate(body.post_type))
    return { ...order, template: null, fields: promptFields(body), context: step.context };
  const { [TEMPLATE_ENTRY]: _pinned, ...context } = step.context;
  return { ...order, template: pinnedIn(step.context), fields: body.fields ?? {}, context };
}

/**
 * What an execution copies of a partner's own template; null for one of the platform's. Throws VALIDATION_ERROR and
 * PRECONDITION_FAILED as the writer does, and FORBIDDEN for the plan.
 */
async function templateIn(
  deps: Pick<Deps, 'db'>,
  call: Call,
  settings: Partial<WriterBody>,
): Promise<PinnedTemplate | null> {
  const own = await ownTemplateIn(deps, partnerOf(call), settings);
  const problems = Object.entries(templateProblems(settings, own));
  if (problems.length > 0)
    throw invalid(Object.fromEntries(problems.map(([path, messages]) => [`settings.${path}`, messages])));
  if (own) requirePrompts(blankValues(settings, own), 'settings');
  else if (settings.post_type !== undefined)
    await requirePlan(deps, call, { post_type: settings.post_type, template: null });
  return own && pin(own);
}

/** Declares the AI writer's capability. */
export const writerFeature: Feature = {
  entries: capabilities([
    {
      slug: 'ai_writer',
      name: 'AI writer',
      description: 'Writes texts by a template, as the AI writer does, and puts them on the board.',
      settings: writerBody,
      prompt_settings: [],
      blank_prompts: (settings) => blankFields(settings as WriterBody),
      price: (settings) => writerPrice(settings as WriterBody),
      default_plan: [step('text', 'Write the text', 'writer_text', [], content('text_content', 1, 2_500))],
      optional_kinds: [],
      brief: 'You are a versatile copywriter who writes texts by templates.',
    },
  ]),
  stepKinds: [writerText],
  // Settings name a voice and a product as the writer's body does; some templates need a higher plan.
  records: recordsInContext({}, async (deps, call, _named, { capability, settings }) => {
    if (capability.slug !== WRITER_CAPABILITY) return { context: {}, lookup: null };
    const { company, product } = settings as Partial<WriterBody>;
    const productField = 'settings.product';
    const voice = await chosenVoice(deps, call, { voiceId: company, productId: product, productField });
    const template = await templateIn(deps, call, settings);
    return { context: { ...voiceContext(voice), ...(template && { [TEMPLATE_ENTRY]: template }) }, lookup: null };
  }),
};
