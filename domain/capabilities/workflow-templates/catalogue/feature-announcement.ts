import { z } from 'zod';
import { itemCount, optionalText, promptText, voice } from '../../catalogue/fields.ts';
import { run, textOf } from '../define.ts';
import type { WorkflowTemplate } from '../types.ts';

/** Announces a new feature: a blog post, the newsletter issue that points to it, and social posts. */
export const FEATURE_ANNOUNCEMENT: WorkflowTemplate = {
  slug: 'feature_announcement',
  name: 'Feature announcement',
  description: 'Announces a new feature: a blog post, the newsletter issue that points to it, and social posts.',
  category: 'launch',
  input: z.object({
    topic: promptText('The feature: what is new, for whom, and what it changes.'),
    ...voice(),
    call_to_action: optionalText('What the reader should do next.', 300),
    ...itemCount('social_post', 1, 8, 3),
  }),
  prompt_inputs: ['topic'],
  steps: [
    run('post', 'blog_post', 'Write the blog post'),
    run('issue', 'newsletter', 'Write the newsletter issue', {
      after: ['post'],
      settings: { topics: textOf('post') },
    }),
    run('posts', 'social_post_set', 'Write the social posts', { after: ['post'], optional: true }),
  ],
  example: { topic: 'Alerts by text message for warehouses without a desk.' },
};
