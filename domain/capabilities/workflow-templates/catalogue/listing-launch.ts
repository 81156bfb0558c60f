import { z } from 'zod';
import { name, phrases, promptText, voice } from '../../catalogue/fields.ts';
import { input, run, textOf } from '../define.ts';
import type { WorkflowTemplate } from '../types.ts';

/** Puts a new listing on its feet: description, meta descriptions and an FAQ, checked for search. */
export const LISTING_LAUNCH: WorkflowTemplate = {
  slug: 'listing_launch',
  name: 'Marketplace listing launch',
  description: 'Puts a new listing on its feet: description, meta descriptions and an FAQ, checked for search.',
  category: 'launch',
  input: z.object({
    product_name: name('Name of the product.'),
    features: promptText('What the product does and what sets it apart.', 2_000),
    ...voice(),
    keywords: phrases('Search terms that buyers use.'),
  }),
  prompt_inputs: ['features'],
  steps: [
    run('description', 'product_description', 'Describe the product'),
    run('meta', 'meta_descriptions', 'Write the meta descriptions', {
      after: ['description'],
      optional: true,
      settings: { page_topic: input('features') },
    }),
    run('faq', 'faq', 'Answer what buyers ask', {
      after: ['description'],
      settings: { subject: input('features') },
    }),
    run('check', 'seo_analysis', 'Check the description for search', {
      after: ['description'],
      optional: true,
      settings: { content: textOf('description'), title: input('product_name') },
    }),
  ],
  example: {
    product_name: 'Stock Sentinel',
    features: 'Watches stock levels and orders again before shelves are empty.',
  },
};
