import { z } from 'zod';
import { capabilities, name, optionalText, phrases, promptText, sourceText, step, voice } from '../define.ts';

const { language } = voice();

/** Capabilities that answer and analyse; they create no content items. */
export const ANALYSIS = capabilities([
  {
    slug: 'competitor_positioning',
    name: 'Competitor positioning',
    description: 'Compares how a product and its competitors present themselves.',
    settings: z.object({
      product: promptText('The product: what it does, for whom, how it presents itself.', 5_000),
      competitors: promptText('The competitors and what they say about themselves.', 8_000),
    }),
    prompt_settings: ['product', 'competitors'],
    default_plan: [
      step('comparison', 'Gather what each one claims', 'research', [], null),
      step('findings', 'Compare the positions', 'analyze', ['comparison'], { type: 'findings' }),
    ],
    optional_kinds: ['ideate'],
    brief:
      'You analyse market positions. You compare only what the inputs say, you are fair to competitors, and you show where the product can stand apart.',
  },
  {
    slug: 'content_audit',
    name: 'Content audit',
    description: 'Examines a text for clarity, structure, evidence and effect.',
    settings: z.object({
      content: sourceText('The text to examine.'),
      purpose: optionalText('What the text should achieve.', 500),
      audience: optionalText('Who reads it.', 300),
    }),
    prompt_settings: ['content'],
    default_plan: [step('findings', 'Audit the text', 'analyze', [], { type: 'findings' })],
    optional_kinds: ['summarize'],
    brief: 'You audit marketing texts: clarity, structure, evidence for claims, fit to the audience, call to action.',
  },
  {
    slug: 'tone_analysis',
    name: 'Tone analysis',
    description: 'Says how a text sounds and how well that fits the brand.',
    settings: z.object({
      content: sourceText('The text to examine.'),
      wanted_tone: optionalText('How it should sound.', 200),
    }),
    prompt_settings: ['content'],
    default_plan: [step('findings', 'Examine the tone', 'analyze', [], { type: 'findings' })],
    optional_kinds: [],
    brief:
      'You analyse tone of voice. You quote short phrases that show the tone and say what to write instead where it does not fit.',
  },
  {
    slug: 'keyword_research',
    name: 'Keyword research',
    description: 'Groups search terms around a topic by intent and says how to use them.',
    settings: z.object({
      topic: promptText('The topic or product.'),
      seed_keywords: phrases('Terms that are known to matter.'),
      language,
    }),
    prompt_settings: ['topic'],
    default_plan: [
      step('terms', 'Collect search terms', 'ideate', [], null),
      step('findings', 'Group the terms by intent', 'analyze', ['terms'], { type: 'findings' }),
    ],
    optional_kinds: ['research'],
    brief:
      'You research search terms. Each finding is a group of terms with a shared intent; you state no search volumes, because you have none.',
  },
  {
    slug: 'audience_insights',
    name: 'Audience insights',
    description: 'Works out what an audience needs, fears and asks before it buys.',
    is_beta: true,
    settings: z.object({
      product: promptText('The product and what it is used for.', 5_000),
      audience: name('The audience to look at.'),
    }),
    prompt_settings: ['product'],
    default_plan: [
      step('profile', 'Describe the audience', 'research', [], null),
      step('findings', 'Derive needs and objections', 'analyze', ['profile'], { type: 'findings' }),
    ],
    optional_kinds: ['ideate'],
    brief:
      'You study business audiences. You separate what the inputs show from what is only likely, and say which is which.',
  },
]);
