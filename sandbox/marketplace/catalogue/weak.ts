import { type CatalogueEntry, draft } from '../listing.ts';

/** Listings with the faults that vendors make, and what is left when they fill in next to nothing. */
export const weak: CatalogueEntry[] = [
  {
    id: 'prod-v6jx2pcy9hfmu',
    shows: 'average: short texts, four keywords, a small logo',
    delivery: { kind: 'page' },
    listing: {
      title: 'Tailspin Image Optimizer',
      short_description: 'Makes images smaller for the web. Supports many formats and has an API.',
      long_description: `Image Optimizer makes images smaller. It takes the images in your bucket and writes smaller ones next to them, in the formats that browsers of today understand and with fallbacks for all of the others that are still around.

It can be used through an API or through the console. Pictures are resized, compressed and converted. Metadata can be removed.

Pricing is by image. Contact us for volume discounts.`,
      highlights: [
        'Smaller images, so that your pages load faster everywhere',
        'Supports WebP, AVIF and JPEG XL, with fallbacks for old browsers',
        'API',
      ],
      keywords: ['picture compression', 'webp', 'cdn', 'image optimizer'],
      categories: ['Media'],
      vendor: 'Tailspin Media',
      logo: { format: 'png', width: 96, height: 96 },
      screenshots: 0,
      videos: 0,
      documents: 0,
      published_at: '2023-02-01T00:00:00.000Z',
    },
  },
  {
    id: 'prod-b2nwy7dkqs4ta',
    shows: 'poor: shouting, superlatives, contact data, hardly any text',
    delivery: { kind: 'page' },
    listing: {
      title: 'THE BEST #1 AI CHATBOT EVER!!!',
      short_description: 'Best chatbot. Call +1 555 0100 or mail sales@adatum.example.com NOW!',
      long_description:
        'The best, most advanced, world-class, revolutionary AI chatbot on the market!!! Try it today and see.',
      highlights: ['Best', 'Best', 'Cheap'],
      keywords: ['best', 'ai', 'ai', 'chatbot', 'bot', 'chat', 'gpt', 'free'],
      categories: ['Machine Learning'],
      vendor: 'Adatum',
      logo: { format: 'png', width: 480, height: 60 },
      screenshots: 0,
      videos: 0,
      documents: 0,
      published_at: '2024-01-15T00:00:00.000Z',
    },
  },
  {
    id: 'prod-e8rcm5zgt3vbk',
    shows: 'empty: a draft with a name and nothing else, not yet public',
    delivery: { kind: 'page' },
    listing: draft,
  },
];
