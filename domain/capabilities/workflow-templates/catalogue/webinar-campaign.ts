import { z } from 'zod';
import { optionalDay, optionalText, promptText, timing, voice } from '../../catalogue/fields.ts';
import { input, run } from '../define.ts';
import type { WorkflowTemplate } from '../types.ts';

/** Fills a webinar: landing page, dated invitations by email and social posts, and an article for those who missed it. */
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
