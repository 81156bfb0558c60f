import { z } from 'zod';
import { itemCount, promptText, voice } from '../../catalogue/fields.ts';
import { input, run } from '../define.ts';
import type { WorkflowTemplate } from '../types.ts';

/** An issue of the newsletter, its teasers for social networks and its description for the archive page. */
export const NEWSLETTER_PACK: WorkflowTemplate = {
  slug: 'newsletter_pack',
  name: 'Newsletter pack',
  description: 'An issue of the newsletter, its teasers for social networks and its description for the archive page.',
  category: 'content',
  input: z.object({
    topics: promptText('What the issue reports, one topic a line.', 2_000),
    ...voice(),
    ...itemCount('social_post', 1, 6, 3),
  }),
  prompt_inputs: ['topics'],
  steps: [
    run('issue', 'newsletter', 'Write the issue'),
    run('teasers', 'social_post_set', 'Write the teasers', {
      after: ['issue'],
      settings: { topic: input('topics') },
    }),
    run('archive', 'meta_descriptions', 'Describe it for the archive', {
      after: ['issue'],
      optional: true,
      settings: { page_topic: input('topics') },
    }),
  ],
  example: { topics: 'The new dashboard\\nWhat customers asked in March' },
};
