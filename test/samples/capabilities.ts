import type { AreaSamples } from './sample.ts';

export const samples: AreaSamples = {
  records: {
    '/content-workflow/capabilities/{slug}': {
      make: async () => 'blog_post',
      unknown: 'nothing',
      shared: 'The catalogue is the platform’s.',
    },
  },
};
