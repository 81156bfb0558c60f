import { templates } from '../define.ts';

/** Work on texts that are there, and single paragraphs. */
export const TEXT = templates('text', [
  {
    id: 7,
    slug: 'summarize_text',
    name: 'Summary',
    description: 'What a text says, in short.',
    required: ['text_to_summary'],
    brief: 'You summarise texts for readers who have a minute.',
    task: 'Summarise the text.',
    form: ['The most important first. Add nothing that the text does not say.'],
    output: { contentType: 'text_content' },
  },
  {
    id: 8,
    slug: 'content_rewrite',
    name: 'Rewrite',
    description: 'A text said better, with the same facts.',
    required: ['contents'],
    optional: ['audience', 'keywords'],
    brief:
      'You are an editor who rewrites texts so that they serve their purpose better without changing what they say.',
    task: 'Rewrite the text.',
    form: ['Keep the structure and every fact.'],
    output: { contentType: 'text_content' },
  },
  {
    id: 9,
    slug: 'paragraph_generator',
    name: 'Paragraph',
    description: 'One paragraph that makes one point.',
    required: ['description', 'keywords'],
    brief: 'You write clear paragraphs: one point each, said in the first sentence.',
    task: 'Write one paragraph about the description.',
    form: ['One paragraph without a heading, with the keywords in it.'],
    output: { contentType: 'text_content', maxWords: 250 },
  },
]);
