import { templates } from '../types.ts';

const SOCIAL_BRIEF =
  'You write for social networks: one point, plain words, nothing that sounds like an advertisement.';

export const SOCIAL = templates('social', [
  {
    id: 15,
    slug: 'photonet_captions',
    name: 'Photo captions',
    description: 'Captions for a photo.',
    required: ['title'],
    optional: ['description'],
    brief: SOCIAL_BRIEF,
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
    brief: SOCIAL_BRIEF,
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
    brief: SOCIAL_BRIEF,
    task: 'Write a microblog post about the title.',
    form: ['At most 280 characters.'],
    output: { contentType: 'social_post', maxWords: 50 },
  },
]);

const VIDEO_BRIEF = 'You help videos to be found and watched. You promise only what the video shows.';

/** Texts about a video. */
export const VIDEO = templates('video', [
  {
    id: 17,
    slug: 'videonet_video_title',
    name: 'Video titles',
    description: 'Titles for a video.',
    required: ['description'],
    optional: ['keywords'],
    brief: VIDEO_BRIEF,
    task: 'Find titles for the video.',
    form: ['A numbered list of titles, each of at most 70 characters.'],
    output: { contentType: 'text_content', isList: true, maxWords: 150 },
  },
  {
    id: 18,
    slug: 'videonet_video_description',
    name: 'Video description',
    description: 'The text below a video.',
    required: ['title'],
    optional: ['description', 'keywords'],
    brief: VIDEO_BRIEF,
    task: 'Write the description of the video.',
    form: ['What the video shows in the first two sentences, then more, then what to do next.'],
    output: { contentType: 'text_content' },
  },
  {
    id: 19,
    slug: 'videonet_video_tag',
    name: 'Video tags',
    description: 'Tags by which a video is found.',
    required: ['title'],
    optional: ['description'],
    brief: VIDEO_BRIEF,
    task: 'Find tags for the video.',
    form: ['Tags only, separated by commas, the most fitting first.'],
    output: { contentType: 'text_content', isList: true, maxWords: 60 },
  },
]);

export const CODE = templates('code', [
  {
    id: 25,
    slug: 'ai_code_generator',
    name: 'Code',
    description: 'A program, or a part of one.',
    premium: true,
    required: ['description', 'code_language'],
    brief: 'You are a programmer who writes simple, correct and safe code in the language that is asked for.',
    task: 'Write the code that does what the description says.',
    form: ['One fenced code block, then one paragraph on how it is used.'],
    output: { contentType: 'text_content' },
  },
]);
