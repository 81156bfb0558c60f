import { templates } from '../define.ts';

const BRIEF = 'You write for social networks: one point, plain words, nothing that sounds like an advertisement.';

/** Posts and what belongs to them. */
export const SOCIAL = templates('social', [
  {
    id: 15,
    slug: 'photonet_captions',
    name: 'Photo captions',
    description: 'Captions for a photo.',
    required: ['title'],
    optional: ['description'],
    brief: BRIEF,
    task: 'Write captions for a photo with the given title.',
    form: ['A numbered list of captions of one or two sentences.'],
    output: { contentType: 'social_post', isList: true, maxWords: 200 },
  },
  {
    id: 16,
    slug: 'photonet_hashtag',
    name: 'Photo hashtags',
    description: 'Hashtags for a photo.',
    required: ['keywords'],
    brief: BRIEF,
    task: 'Find hashtags for a photo about the keywords.',
    form: ['Hashtags only, separated by spaces, the most fitting first.'],
    output: { contentType: 'social_post', isList: true, maxWords: 40 },
  },
  {
    id: 20,
    slug: 'social_media_post_microblog',
    name: 'Microblog post',
    description: 'A short post.',
    required: ['title'],
    optional: ['description', 'keywords'],
    brief: BRIEF,
    task: 'Write a microblog post about the title.',
    form: ['At most 280 characters.'],
    output: { contentType: 'social_post', maxWords: 50 },
  },
]);
