import { z } from 'zod';
import { optionalText, promptText, sourceText, voice } from '../../catalogue/fields.ts';
import { input, run } from '../define.ts';
import type { WorkflowTemplate } from '../types.ts';

/** Examines a page for search, researches its terms, rewrites it and gives it new meta descriptions. */
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
