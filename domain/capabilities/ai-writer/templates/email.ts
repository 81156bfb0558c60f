import { templates } from '../define.ts';

/** Emails. */
export const EMAIL = templates('email', [
  {
    id: 21,
    slug: 'email_generator',
    name: 'Email',
    description: 'An email with one purpose.',
    required: ['subject', 'description'],
    optional: ['audience'],
    brief: 'You write emails that are read: one purpose, short sentences, a greeting and one call to action.',
    task: 'Write the email.',
    form: ['The subject line first as "# Subject", then the email.'],
    output: { contentType: 'email_draft' },
  },
  {
    id: 22,
    slug: 'newsletter_generator',
    name: 'Newsletter',
    description: 'One issue of a newsletter.',
    premium: true,
    required: ['description', 'subject', 'title'],
    optional: ['audience'],
    brief: 'You edit a company newsletter. Each topic gets a heading, two or three sentences and a pointer to more.',
    task: 'Write the issue of the newsletter.',
    form: ['The title first as "# Title", then the topics, each under a "##" heading.'],
    output: { contentType: 'email_draft' },
  },
]);
