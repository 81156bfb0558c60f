import { z } from 'zod';
import { itemCount, optionalDay, optionalText, promptText, timing, voice } from '../../capabilities/define.ts';
import { input, run, type WorkflowTemplate } from '../types.ts';

/** Two weeks of activity on one topic: search terms, an article about them, and dated social posts. */
export const DEMAND_SPRINT: WorkflowTemplate = {
  slug: 'demand_sprint',
  name: 'Demand sprint',
  description: 'Two weeks of activity on one topic: search terms, an article on them, and dated social posts.',
  category: 'demand',
  input: z.object({
    topic: promptText('The topic to be known for.'),
    ...voice(),
    ...itemCount('social_post', 1, 10, 6),
    start_date: optionalDay('Day of the first post'),
    ...timing(),
  }),
  prompt_inputs: ['topic'],
  steps: [
    run('terms', 'keyword_research', 'Research the search terms'),
    run('article', 'blog_post', 'Write the article', { after: ['terms'] }),
    run('posts', 'schedule_social_posts', 'Write and date the social posts', { after: ['article'] }),
  ],
  example: { topic: 'Stock that orders itself.' },
};

/** Works out the message against the competition, then writes a sequence of emails and the page that they link to. */
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

/**
 * Fills a webinar: landing page, dated invitations by email and social posts, and an article for those who missed it.
 */
export const WEBINAR_CAMPAIGN: WorkflowTemplate = {
  slug: 'webinar_campaign',
  name: 'Webinar campaign',
  description:
    'Fills a webinar: landing page, dated invitations by email and social posts, and an article for those who missed it.',
  category: 'demand',
  input: z.object({
    topic: promptText('What the webinar is about and who speaks.'),
    webinar_date: optionalDay('Day of the webinar; left out, it follows the last invitation'),
    registration_link: optionalText('Address where people register.', 500),
    ...voice(),
    ...timing(),
  }),
  prompt_inputs: ['topic'],
  steps: [
    run('page', 'landing_page_copy', 'Write the landing page', { settings: { offer: input('topic') } }),
    run('invitations', 'webinar_promotion', 'Invite to the webinar', { after: ['page'] }),
    run('article', 'blog_post', 'Write the article', { after: ['page'], optional: true }),
  ],
  example: { topic: 'How three retailers halved their stock-outs, with the head of logistics of one of them.' },
};
