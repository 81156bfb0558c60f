import { templates } from '../define.ts';

/** What pages on the web need. */
export const WEB = templates('web', [
  {
    id: 23,
    slug: 'meta_description',
    name: 'Meta description',
    description: 'The description of a page for search results.',
    required: ['title', 'description', 'keywords'],
    brief: 'You write descriptions of pages that say what the page offers and invite the click.',
    task: 'Write the meta description of the page.',
    form: ['One text of at most 160 characters, with the first keyword in it.'],
    output: { contentType: 'text_content', maxWords: 30 },
  },
  {
    id: 24,
    slug: 'faq_generator',
    name: 'FAQ',
    description: 'Questions that people have, with answers.',
    required: ['title', 'description'],
    optional: ['audience'],
    brief: 'You write FAQ pages: real questions of buyers, each with a direct answer of two to four sentences.',
    task: 'Write the FAQ.',
    form: ['Each question as a "##" heading, its answer below.'],
    output: { contentType: 'text_content' },
  },
]);
