import { templates } from '../types.ts';

/** Product names and descriptions. */
export const PRODUCT = templates('product', [
  {
    id: 10,
    slug: 'product_description',
    name: 'Product description',
    description: 'What a product is, for whom, and what it does for them.',
    required: ['product_name', 'description'],
    optional: ['audience', 'keywords'],
    brief:
      'You describe products. Buyers should understand within seconds what it is, for whom, and what it does for them.',
    task: 'Describe the product.',
    form: ['A first sentence that says it all, then what buyers gain.'],
    output: { contentType: 'product_description' },
  },
  {
    id: 11,
    slug: 'product_name',
    name: 'Product names',
    description: 'Names for a product, from words to play on.',
    required: ['seed_words', 'product_description'],
    brief: 'You name products: short, easy to say, easy to remember, no name of somebody else’s brand.',
    task: 'Find names for the product.',
    form: ['A numbered list; each entry is a name and half a sentence on why it fits.'],
    output: { contentType: 'text_content', isList: true, maxWords: 250 },
  },
]);

const BRIEF = 'You write advertisements that say one thing a buyer gains and invite to one action.';

export const ADS = templates('ads', [
  {
    id: 12,
    slug: 'socialnet_ads',
    name: 'Social network ad',
    description: 'The text of an advertisement on a social network.',
    required: ['title', 'description'],
    optional: ['audience'],
    brief: BRIEF,
    task: 'Write the text of an advertisement on a social network.',
    form: ['A first line that stops people, two or three sentences, one call to action.'],
    output: { contentType: 'social_post', maxWords: 150 },
  },
  {
    id: 13,
    slug: 'searchco_ads_headlines',
    name: 'Search ad headlines',
    description: 'Headlines of an advertisement beside search results.',
    premium: true,
    required: ['product_name', 'description', 'audience'],
    optional: ['keywords'],
    brief: BRIEF,
    task: 'Write headlines for a search advertisement.',
    form: ['A numbered list of headlines, each of at most 30 characters.'],
    output: { contentType: 'text_content', isList: true, maxWords: 120 },
  },
  {
    id: 14,
    slug: 'searchco_ads_description',
    name: 'Search ad description',
    description: 'Descriptions of an advertisement beside search results.',
    premium: true,
    required: ['product_name', 'description', 'audience'],
    optional: ['keywords'],
    brief: BRIEF,
    task: 'Write descriptions for a search advertisement.',
    form: ['A numbered list of descriptions, each of at most 90 characters.'],
    output: { contentType: 'text_content', isList: true, maxWords: 150 },
  },
]);

/** Texts of web pages. */
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
