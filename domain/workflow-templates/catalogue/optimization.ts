import { z } from 'zod';
import { name, optionalText, promptText, sourceText, voice } from '../../capabilities/define.ts';
import { input, run, type WorkflowTemplate } from '../types.ts';

/** Describes the tone and effect of a text, and rewrites it in the wanted tone. */
export const BRAND_VOICE_CHECK: WorkflowTemplate = {
  slug: 'brand_voice_check',
  name: 'Brand voice check',
  description: 'Says how a text sounds and how well it works, and rewrites it in the wanted tone.',
  category: 'optimization',
  input: z.object({
    content: sourceText('The text to check.'),
    wanted_tone: optionalText('How it should sound.', 100),
    purpose: optionalText('What the text should achieve.', 500),
    audience: voice().audience,
    language: voice().language,
  }),
  prompt_inputs: ['content'],
  steps: [
    run('tone', 'tone_analysis', 'Examine the tone'),
    run('audit', 'content_audit', 'Audit the text', { optional: true }),
    run('rewrite', 'content_rewrite', 'Rewrite it in the wanted tone', {
      after: ['tone'],
      settings: { tone: input('wanted_tone'), goal: input('purpose') },
    }),
  ],
  example: {
    content: 'Our tool helps with stock. It is very good and many people like it because it helps with stock.',
    wanted_tone: 'calm and precise',
  },
};

/** Compares a product with its competitors, and writes a description and answers to objections from the differences. */
export const COMPETITIVE_BRIEF: WorkflowTemplate = {
  slug: 'competitive_brief',
  name: 'Competitive brief',
  description:
    'Compares a product with its competitors, and turns what sets it apart into a description and answers to objections.',
  category: 'optimization',
  input: z.object({
    product_name: name('Name of the product.'),
    product: promptText('The product: what it does, for whom, how it presents itself.', 2_000),
    competitors: promptText('The competitors and what they say about themselves.', 4_000),
    ...voice(),
  }),
  prompt_inputs: ['product', 'competitors'],
  steps: [
    run('positions', 'competitor_positioning', 'Compare the positions'),
    run('description', 'product_description', 'Describe what sets it apart', {
      after: ['positions'],
      settings: { features: input('product') },
    }),
    run('objections', 'faq', 'Answer the objections', {
      after: ['positions'],
      settings: { subject: input('product') },
    }),
  ],
  example: {
    product_name: 'Stock Sentinel',
    product: 'Orders again before shelves are empty.',
    competitors: 'ShelfBot promises the lowest price; Refillio sells through distributors.',
  },
};

/** Audits a page for search, researches its terms, rewrites it and gives it new meta descriptions. */
export const SEARCH_MAKEOVER: WorkflowTemplate = {
  slug: 'search_makeover',
  name: 'Search makeover',
  description: 'Examines a page for search, researches its terms, rewrites it and gives it new meta descriptions.',
  category: 'optimization',
  input: z.object({
    content: sourceText('Text of the page.'),
    topic: promptText('What the page is about.'),
    keyword: optionalText('The search term it should be found under.', 100),
    ...voice(),
  }),
  prompt_inputs: ['content', 'topic'],
  steps: [
    run('examination', 'seo_analysis', 'Examine the page'),
    run('terms', 'keyword_research', 'Research the search terms'),
    run('rewrite', 'content_rewrite', 'Rewrite the page', { after: ['examination', 'terms'] }),
    run('meta', 'meta_descriptions', 'Write the meta descriptions', {
      after: ['terms'],
      settings: { page_topic: input('topic') },
    }),
  ],
  example: {
    content: 'Our tool helps with stock. It is very good and many people like it because it helps with stock.',
    topic: 'A tool that watches stock levels.',
  },
};
