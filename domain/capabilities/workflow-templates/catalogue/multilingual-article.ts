import { z } from 'zod';
import { phrases, promptText, targetLanguage, voice } from '../../catalogue/fields.ts';
import { always, run, textOf } from '../define.ts';
import type { WorkflowTemplate } from '../types.ts';

/** Writes an article and translates it, with a summary for those in a hurry. */
export const MULTILINGUAL_ARTICLE: WorkflowTemplate = {
  slug: 'multilingual_article',
  name: 'Article in two languages',
  description: 'Writes an article and translates it, with a summary for those in a hurry.',
  category: 'content',
  input: z.object({
    topic: promptText('What the article is about.'),
    ...voice(),
    target_language: targetLanguage(),
    keep_terms: phrases('Names and terms that stay as they are.'),
  }),
  prompt_inputs: ['topic'],
  steps: [
    run('article', 'blog_post', 'Write the article'),
    run('translation', 'translation', 'Translate it', {
      after: ['article'],
      settings: { content: textOf('article') },
    }),
    run('summary', 'summarization', 'Summarise it', {
      after: ['article'],
      optional: true,
      settings: { content: textOf('article'), length_words: always(80) },
    }),
  ],
  example: { topic: 'Stock that orders itself.', target_language: 'de' },
};
