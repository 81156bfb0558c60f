import { templates } from '../define.ts';

const BRIEF = 'You write advertisements that say one thing a buyer gains and invite to one action.';

/** Advertisements. */
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
