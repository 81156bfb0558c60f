import { countWords } from '../kernel/words.ts';
import type { ContentType, Deliverable, StepTemplate } from './types.ts';

/** Setting with the number of items of each content type. */
export const COUNT_SETTINGS: Record<ContentType, string> = {
  blog_post: 'article_count',
  email_draft: 'email_count',
  social_post: 'post_count',
  product_description: 'description_count',
  text_content: 'variant_count',
};

/** Applies length and number of items from the settings to a step's deliverable. */
export function sized(step: StepTemplate, settings: Record<string, unknown>): StepTemplate {
  return { ...step, depends_on: [...step.depends_on], deliverable: sizedDeliverable(step, settings) };
}

function sizedDeliverable(step: StepTemplate, settings: Record<string, unknown>): Deliverable {
  const { deliverable } = step;
  if (deliverable?.type !== 'content') return deliverable;
  const count = settings[COUNT_SETTINGS[deliverable.content_type]];
  const result = { ...deliverable, count: typeof count === 'number' ? count : deliverable.count };
  const target = settings['length_words'];
  if (typeof target === 'number') {
    result.min_words = Math.floor(target * 0.75);
    result.max_words = Math.ceil(target * 1.25);
  }
  const source = settings['content'];
  if (typeof source !== 'string') return result;
  const sourceWords = countWords(source);
  if (step.kind === 'translate' || step.kind === 'rewrite') {
    // Languages differ in length, and a rewrite may shorten or explain.
    result.min_words = Math.max(1, Math.floor(sourceWords * 0.5));
    result.max_words = Math.ceil(sourceWords * 1.6) + 20;
  }
  // A summary must be shorter than a short source text.
  if (step.kind === 'summarize')
    result.min_words = Math.max(1, Math.min(result.min_words, Math.floor(sourceWords / 4)));
  return result;
}
