import { z } from 'zod';
import { itemCount, optionalText, promptText, sourceText, voice } from '../../catalogue/fields.ts';
import { run } from '../define.ts';
import type { WorkflowTemplate } from '../types.ts';

/** Audits a text, rewrites it by what was found, and writes social posts that point to the new one. */
export const CONTENT_REFRESH: WorkflowTemplate = {
  slug: 'content_refresh',
  name: 'Content refresh',
  description: 'Audits a text, rewrites it by what was found, and writes social posts that point to the new one.',
  category: 'content',
  input: z.object({
    content: sourceText('The text to refresh.'),
    topic: promptText('What the text is about, in a sentence.'),
    goal: optionalText('What should change, for example "simpler" or "for developers".', 500),
    ...voice(),
    ...itemCount('social_post', 1, 6, 3),
  }),
  prompt_inputs: ['content', 'topic'],
  steps: [
    run('audit', 'content_audit', 'Audit the text'),
    run('rewrite', 'content_rewrite', 'Rewrite the text', { after: ['audit'] }),
    run('posts', 'social_post_set', 'Write the social posts', { after: ['rewrite'], optional: true }),
  ],
  example: {
    content: 'Our tool helps with stock. It is very good and many people like it because it helps with stock.',
    topic: 'A tool that watches stock levels.',
  },
};
