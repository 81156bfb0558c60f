import { z } from 'zod';
import { itemCount, optionalText, promptText, voice } from '../../catalogue/fields.ts';
import { input, run } from '../define.ts';
import type { WorkflowTemplate } from '../types.ts';

/** Works out the message against the competition, then writes a sequence of emails and the page that they lead to. */
export const LEAD_NURTURE: WorkflowTemplate = {
  slug: 'lead_nurture',
  name: 'Lead nurture sequence',
  description:
    'Works out the message against the competition, then writes a sequence of emails and the page that they lead to.',
  category: 'demand',
  input: z.object({
    product: promptText('The product: what it does, for whom, how it presents itself.', 2_000),
    competitors: promptText('The competitors and what they say about themselves.', 4_000),
    ...voice(),
    call_to_action: optionalText('What the reader should do.', 300),
    ...itemCount('email_draft', 1, 7, 4),
  }),
  prompt_inputs: ['product', 'competitors'],
  steps: [
    run('positions', 'competitor_positioning', 'Compare the positions'),
    run('emails', 'email_campaign', 'Write the emails', {
      after: ['positions'],
      settings: { topic: input('product') },
    }),
    run('page', 'landing_page_copy', 'Write the landing page', {
      after: ['positions'],
      settings: { offer: input('product') },
    }),
  ],
  example: {
    product: 'Stock Sentinel orders again before shelves are empty.',
    competitors: 'ShelfBot promises the lowest price; Refillio sells through distributors.',
  },
};
