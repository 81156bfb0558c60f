import { templates } from '../define.ts';

/** What products are called and how they are described. */
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
