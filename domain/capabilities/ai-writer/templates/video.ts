import { templates } from '../define.ts';

const BRIEF = 'You help videos to be found and watched. You promise only what the video shows.';

/** What stands beside a video. */
export const VIDEO = templates('video', [
  {
    id: 17,
    slug: 'videonet_video_title',
    name: 'Video titles',
    description: 'Titles for a video.',
    required: ['description'],
    optional: ['keywords'],
    brief: BRIEF,
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
    brief: BRIEF,
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
    brief: BRIEF,
    task: 'Find tags for the video.',
    form: ['Tags only, separated by commas, the most fitting first.'],
    output: { contentType: 'text_content', isList: true, maxWords: 60 },
  },
]);
