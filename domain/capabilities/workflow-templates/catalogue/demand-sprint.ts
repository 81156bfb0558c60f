import { z } from 'zod';
import { itemCount, optionalDay, promptText, timing, voice } from '../../catalogue/fields.ts';
import { run } from '../define.ts';
import type { WorkflowTemplate } from '../types.ts';

/** Two weeks of activity on one topic: search terms, an article on them, and dated social posts. */
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
