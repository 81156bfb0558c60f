import { chosenVoice, voiceContext } from '../brand-voices/target.ts';
import { capabilities, content, step } from '../capabilities/define.ts';
import { type Feature, recordsInContext } from '../capabilities/feature.ts';
import { blankFields, type WriterBody, writerBody, writerPrice } from './body.ts';
import { requirePlan } from './order.ts';
import { WRITER_CAPABILITY } from './rules.ts';
import { writerText } from './step-kind.ts';

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
    const { post_type, company, product } = settings as WriterBody;
    const productField = 'settings.product';
    const voice = await chosenVoice(deps, call, { voiceId: company, productId: product, productField });
    await requirePlan(deps, call, post_type);
    return { context: voiceContext(voice), lookup: null };
  }),
};
