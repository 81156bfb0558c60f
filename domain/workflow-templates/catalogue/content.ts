import { z } from 'zod';
import {
  itemCount,
  optionalDay,
  optionalText,
  phrases,
  promptText,
  sourceText,
  targetLanguage,
  timing,
  voice,
} from '../../capabilities/define.ts';
import { always, input, run, textOf, type WorkflowTemplate } from '../types.ts';

/** Audits a text, rewrites it to fix what was found, and writes social posts that link to the new one. */
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

/** A newsletter issue, its teasers for social networks and its description for the archive page. */
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
