import { templates } from '../define.ts';

/** Programs. */
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
