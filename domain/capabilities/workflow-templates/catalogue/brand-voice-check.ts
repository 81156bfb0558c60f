import { z } from 'zod';
import { optionalText, sourceText, voice } from '../../catalogue/fields.ts';
import { input, run } from '../define.ts';
import type { WorkflowTemplate } from '../types.ts';

/** Says how a text sounds and how well it works, and rewrites it in the wanted tone. */
export const BRAND_VOICE_CHECK: WorkflowTemplate = {
  slug: 'brand_voice_check',
  name: 'Brand voice check',
  description: 'Says how a text sounds and how well it works, and rewrites it in the wanted tone.',
  category: 'optimization',
  input: z.object({
    content: sourceText('The text to check.'),
    wanted_tone: optionalText('How it should sound.', 100),
    purpose: optionalText('What the text should achieve.', 500),
    audience: voice().audience,
    language: voice().language,
  }),
  prompt_inputs: ['content'],
  steps: [
    run('tone', 'tone_analysis', 'Examine the tone'),
    run('audit', 'content_audit', 'Audit the text', { optional: true }),
    run('rewrite', 'content_rewrite', 'Rewrite it in the wanted tone', {
      after: ['tone'],
      settings: { tone: input('wanted_tone'), goal: input('purpose') },
    }),
  ],
  example: {
    content: 'Our tool helps with stock. It is very good and many people like it because it helps with stock.',
    wanted_tone: 'calm and precise',
  },
};
