import { z } from 'zod';
import { name, promptText, voice } from '../../catalogue/fields.ts';
import { input, run } from '../define.ts';
import type { WorkflowTemplate } from '../types.ts';

/** Compares a product with its competitors, and turns what sets it apart into a description and answers to objections. */
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
