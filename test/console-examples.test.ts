import { describe, expect, test } from '@jest/globals';
import { LANGUAGES } from '../api/language/languages.ts';
import blogPost from '../console/src/views/capabilities/examples/blog-post.ts';
import emailCampaign from '../console/src/views/capabilities/examples/email-campaign.ts';
import type { Examples } from '../console/src/views/capabilities/examples/example.ts';
import { hasExample } from '../console/src/views/capabilities/examples/index.ts';
import socialPostSet from '../console/src/views/capabilities/examples/social-post-set.ts';
import { capabilities } from '../domain/features.ts';
import { countWords } from '../domain/kernel/words.ts';

const EXAMPLES: Record<string, Examples> = {
  blog_post: blogPost,
  email_campaign: emailCampaign,
  social_post_set: socialPostSet,
};

describe.each(Object.entries(EXAMPLES))('the example of %s', (slug, examples) => {
  const capability = capabilities.all.find((each) => each.slug === slug);

  test.each(LANGUAGES)('has an input in %s that the capability takes, and as much as it would make', (language) => {
    expect(hasExample(slug)).toBe(true);
    const { settings, results } = examples[language] ?? examples.en;
    const parsed = capability?.settings.safeParse(settings);
    expect(parsed?.error).toBeUndefined();
    expect(Object.keys(parsed?.data ?? {})).toEqual(expect.arrayContaining(Object.keys(settings)));
    expect(settings['language']).toBe(language);
    const wanted = settings['email_count'] ?? settings['post_count'] ?? 1;
    expect(results).toHaveLength(Number(wanted));
    const words = countWords(results.join(' '));
    const target = Number(settings['length_words'] ?? words);
    expect(words).toBeGreaterThanOrEqual(target * 0.75);
    expect(words).toBeLessThanOrEqual(target * 1.25);
  });
});
