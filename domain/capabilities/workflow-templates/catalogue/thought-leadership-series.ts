import { z } from 'zod';
import { itemCount, optionalDay, phrases, promptText, timing, voice } from '../../catalogue/fields.ts';
import { input, run } from '../define.ts';
import type { WorkflowTemplate } from '../types.ts';

/** A dated series of articles on one theme, with social posts and a newsletter issue that introduce it. */
export const THOUGHT_LEADERSHIP_SERIES: WorkflowTemplate = {
  slug: 'thought_leadership_series',
  name: 'Thought leadership series',
  description: 'A dated series of articles on one theme, with social posts and a newsletter issue that introduce it.',
  category: 'content',
  input: z.object({
    topic: promptText('The theme that the series goes through.'),
    ...voice(),
    keywords: phrases('Search terms to spread over the series.'),
    ...itemCount('blog_post', 2, 4, 3),
    ...itemCount('social_post', 1, 8, 4),
    start_date: optionalDay('Day of the first article'),
    ...timing(),
  }),
  prompt_inputs: ['topic'],
  steps: [
    run('series', 'schedule_blog_series', 'Write and date the articles'),
    run('posts', 'social_post_set', 'Write the social posts', { after: ['series'], optional: true }),
    run('issue', 'newsletter', 'Introduce the series', {
      after: ['series'],
      optional: true,
      settings: { topics: input('topic') },
    }),
  ],
  example: { topic: 'What automation does to a warehouse and the people in it.' },
};
