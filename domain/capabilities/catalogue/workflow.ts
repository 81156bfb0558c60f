import { z } from 'zod';
import {
  capabilities,
  content,
  itemCount,
  name,
  optionalDay,
  optionalText,
  phrases,
  promptText,
  sourceText,
  step,
  timing,
  voice,
} from '../define.ts';

/** Capabilities that chain several steps. */
export const WORKFLOW = capabilities([
  {
    slug: 'campaign_launch',
    name: 'Campaign launch',
    description: 'Makes a whole campaign: research, blog post, emails, social posts, schedule and a final review.',
    settings: z.object({
      topic: promptText('What the campaign is about and what it should achieve.'),
      ...voice(),
      keywords: phrases('Search terms to work in.'),
      call_to_action: optionalText('What the reader should do.', 300),
      ...itemCount('email_draft', 1, 5, 3),
      ...itemCount('social_post', 1, 8, 4),
      start_date: optionalDay('First day of the campaign'),
      ...timing(),
    }),
    prompt_settings: ['topic'],
    default_plan: [
      step('research', 'Research audience and messages', 'research', [], null),
      step('blog', 'Write the blog post', 'write', ['research'], content('blog_post', 350, 700)),
      step('emails', 'Write the emails', 'write', ['research'], content('email_draft', 70, 220, 3)),
      step('social', 'Write the social posts', 'write', ['research'], content('social_post', 15, 70, 4)),
      step('dates', 'Schedule the campaign', 'schedule', ['blog', 'emails', 'social'], { type: 'schedule' }),
      step('review', 'Review the campaign', 'review', ['blog', 'emails', 'social', 'dates'], { type: 'findings' }),
    ],
    optional_kinds: ['outline', 'ideate'],
    brief:
      'You run marketing campaigns for software companies. All pieces carry the same message, each in the form of its channel.',
  },
  {
    slug: 'content_repurposing',
    name: 'Content repurposing',
    description: 'Turns one text into a blog post, an email and social posts.',
    settings: z.object({
      content: sourceText('The text to reuse.'),
      ...voice(),
      ...itemCount('social_post', 1, 8, 4),
    }),
    prompt_settings: ['content'],
    default_plan: [
      step('essence', 'Extract the main points', 'summarize', [], null),
      step('blog', 'Write the blog post', 'write', ['essence'], content('blog_post', 250, 600)),
      step('email', 'Write the email', 'write', ['essence'], content('email_draft', 70, 220)),
      step('social', 'Write the social posts', 'write', ['essence'], content('social_post', 15, 70, 4)),
    ],
    optional_kinds: ['analyze', 'outline'],
    brief:
      'You turn one text into others for further channels. The facts stay the same; form and length follow the channel.',
  },
  {
    slug: 'product_launch_kit',
    name: 'Product launch kit',
    description:
      'Makes everything a launch needs: description, announcement, emails, social posts, dates and a final review.',
    settings: z.object({
      product_name: name('Name of the product.'),
      features: promptText('What the product does and what sets it apart.', 5_000),
      launch_date: optionalDay('Day of the launch; left out, two days from now'),
      ...voice(),
      ...itemCount('email_draft', 1, 4, 2),
      ...itemCount('social_post', 1, 8, 4),
      ...timing(),
    }),
    prompt_settings: ['features'],
    default_plan: [
      step('messages', 'Work out the messages', 'research', [], null),
      step(
        'description',
        'Write the product description',
        'write',
        ['messages'],
        content('product_description', 120, 280),
      ),
      step('announcement', 'Write the announcement', 'write', ['messages'], content('blog_post', 300, 600)),
      step('emails', 'Write the emails', 'write', ['messages'], content('email_draft', 70, 220, 2)),
      step('social', 'Write the social posts', 'write', ['messages'], content('social_post', 15, 70, 4)),
      step('dates', 'Schedule the launch', 'schedule', ['description', 'announcement', 'emails', 'social'], {
        type: 'schedule',
      }),
      step('review', 'Review the kit', 'review', ['description', 'announcement', 'emails', 'social'], {
        type: 'findings',
      }),
    ],
    optional_kinds: ['outline', 'ideate'],
    brief:
      'You prepare product launches. Everyone who reads any piece should understand what is new and why it matters to them.',
  },
  {
    slug: 'seo_content_sprint',
    name: 'SEO content sprint',
    description: 'Groups search terms by intent, then writes a blog post and an FAQ for them and reviews both.',
    settings: z.object({
      topic: promptText('The topic to be found under.'),
      ...voice(),
      keywords: phrases('Search terms that are known to matter.'),
    }),
    prompt_settings: ['topic'],
    default_plan: [
      step('terms', 'Group search terms by intent', 'analyze', [], { type: 'findings' }),
      step('structure', 'Lay out the article', 'outline', ['terms'], null),
      step('article', 'Write the article', 'write', ['structure', 'terms'], content('blog_post', 500, 900)),
      step('faq', 'Write the FAQ', 'write', ['terms'], content('text_content', 250, 500)),
      step('review', 'Review for search', 'review', ['article', 'faq'], { type: 'findings' }),
    ],
    optional_kinds: ['research', 'ideate'],
    brief:
      'You make content that answers what people search for. Readers come first; search terms appear where they fit naturally.',
  },
]);
