import { z } from 'zod';
import { itemCount, name, optionalDay, promptText, timing, voice } from '../../catalogue/fields.ts';
import { input, run, textOf } from '../define.ts';
import type { WorkflowTemplate } from '../types.ts';

/** Everything around a launch: marketplace description, press release, social posts, an email sequence and the dates of it all. */
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
