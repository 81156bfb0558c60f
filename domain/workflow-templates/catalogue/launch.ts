import { z } from 'zod';
import {
  itemCount,
  name,
  optionalDay,
  optionalText,
  phrases,
  promptText,
  timing,
  voice,
} from '../../capabilities/define.ts';
import { input, run, textOf, type WorkflowTemplate } from '../types.ts';

/** The launch of a new feature: a blog post, the newsletter issue that links to it, and social posts. */
export const FEATURE_ANNOUNCEMENT: WorkflowTemplate = {
  slug: 'feature_announcement',
  name: 'Feature announcement',
  description: 'Announces a new feature: a blog post, the newsletter issue that points to it, and social posts.',
  category: 'launch',
  input: z.object({
    topic: promptText('The feature: what is new, for whom, and what it changes.'),
    ...voice(),
    call_to_action: optionalText('What the reader should do next.', 300),
    ...itemCount('social_post', 1, 8, 3),
  }),
  prompt_inputs: ['topic'],
  steps: [
    run('post', 'blog_post', 'Write the blog post'),
    run('issue', 'newsletter', 'Write the newsletter issue', {
      after: ['post'],
      settings: { topics: textOf('post') },
    }),
    run('posts', 'social_post_set', 'Write the social posts', { after: ['post'], optional: true }),
  ],
  example: { topic: 'Alerts by text message for warehouses without a desk.' },
};

/** A new listing: description, meta descriptions and an FAQ, checked for search. */
export const LISTING_LAUNCH: WorkflowTemplate = {
  slug: 'listing_launch',
  name: 'Marketplace listing launch',
  description: 'Puts a new listing on its feet: description, meta descriptions and an FAQ, checked for search.',
  category: 'launch',
  input: z.object({
    product_name: name('Name of the product.'),
    features: promptText('What the product does and what sets it apart.', 2_000),
    ...voice(),
    keywords: phrases('Search terms that buyers use.'),
  }),
  prompt_inputs: ['features'],
  steps: [
    run('description', 'product_description', 'Describe the product'),
    run('meta', 'meta_descriptions', 'Write the meta descriptions', {
      after: ['description'],
      optional: true,
      settings: { page_topic: input('features') },
    }),
    run('faq', 'faq', 'Answer what buyers ask', {
      after: ['description'],
      settings: { subject: input('features') },
    }),
    run('check', 'seo_analysis', 'Check the description for search', {
      after: ['description'],
      optional: true,
      settings: { content: textOf('description'), title: input('product_name') },
    }),
  ],
  example: {
    product_name: 'Stock Sentinel',
    features: 'Watches stock levels and orders again before shelves are empty.',
  },
};

/** A product launch: marketplace description, press release, social posts, an email sequence and its schedule. */
export const PRODUCT_LAUNCH_CAMPAIGN: WorkflowTemplate = {
  slug: 'product_launch_campaign',
  name: 'Product launch campaign',
  description:
    'Everything around a launch: marketplace description, press release, social posts, an email sequence and the dates of it all.',
  category: 'launch',
  input: z.object({
    product_name: name('Name of the product.'),
    features: promptText('What the product does and what sets it apart.', 2_000),
    ...voice(),
    launch_date: optionalDay('Day of the launch; left out, three weeks from now'),
    timezone: timing().timezone,
    ...itemCount('email_draft', 1, 5, 2),
    ...itemCount('social_post', 1, 8, 4),
  }),
  prompt_inputs: ['features'],
  steps: [
    run('description', 'product_description', 'Describe the product'),
    run('release', 'press_release', 'Announce it', {
      after: ['description'],
      settings: { announcement: textOf('description'), company: input('product_name') },
    }),
    run('emails', 'email_campaign', 'Write the emails', {
      after: ['description'],
      settings: { topic: input('features') },
    }),
    run('posts', 'social_post_set', 'Write the social posts', {
      after: ['description'],
      optional: true,
      settings: { topic: input('features') },
    }),
    run('dates', 'launch_calendar', 'Plan the dates'),
  ],
  example: {
    product_name: 'Stock Sentinel',
    features: 'Watches stock levels and orders again before shelves are empty.',
  },
};
