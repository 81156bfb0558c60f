import type { Examples } from './example.ts';

/** Capabilities with an example; it is loaded when somebody asks for it. */
const EXAMPLES: Readonly<Record<string, () => Promise<{ default: Examples }>>> = {
  blog_post: () => import('./blog-post.ts'),
  email_campaign: () => import('./email-campaign.ts'),
  social_post_set: () => import('./social-post-set.ts'),
};

/** Whether there is an example of the capability. */
export function hasExample(slug: string): boolean {
  return slug in EXAMPLES;
}

/** The example of a capability, in each language. Throws where there is none. */
export async function loadExample(slug: string): Promise<Examples> {
  const load = EXAMPLES[slug];
  if (!load) throw new Error(`There is no example of ${slug}.`);
  return (await load()).default;
}
