import type { z } from 'zod';
import type { createTemplateBody } from '../../domain/workflow-templates/schema.ts';

/** A template as a file. */
export type TemplateFile = z.input<typeof createTemplateBody>;

/** The file of a template: an article, its translation where a language is given, and posts where they are wanted. */
export function templateFile(changes: Partial<TemplateFile> = {}): TemplateFile {
  return {
    format_version: 1,
    slug: 'article_and_posts',
    name: 'Article and posts',
    description: 'An article, with a translation and posts where they are wanted.',
    category: 'content',
    input: [
      { name: 'topic', type: 'string', required: true, description: 'Type of the record concerned.', max_length: 500 },
      { name: 'language_to', type: 'string', format: 'language' },
      { name: 'with_posts', type: 'boolean' },
      { name: 'posts', type: 'number', integer: true, min: 1, max: 5 },
    ],
    steps: [
      { key: 'article', capability: 'blog_post', title: 'Write the article' },
      {
        key: 'german',
        capability: 'translation',
        title: 'Translate the article into German',
        depends_on: ['article'],
        settings: { content: { step: 'article' }, target_language: { value: 'de' } },
        when: [{ field: 'language_to', operator: 'equals', values: ['de'] }],
      },
      {
        key: 'posts',
        capability: 'social_post_set',
        title: 'Write the posts',
        depends_on: ['article', 'german'],
        settings: { post_count: { input: 'posts' } },
        when: [{ field: 'with_posts', operator: 'equals', values: [true] }],
        optional: true,
      },
    ],
    example: { topic: 'Stock that orders itself', with_posts: true, posts: 2 },
    ...changes,
  };
}
