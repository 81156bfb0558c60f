import { z } from 'zod';
import { capabilities, optionalText, resultCount, sourceText, step, voice } from '../capabilities/define.ts';
import type { Feature } from '../capabilities/feature.ts';
import { CONTENT_SUGGESTION } from './suggest.ts';

/** Suggestions for a text: other wordings of a passage and other titles by routes of their own, ideas by an execution. */
export const suggestionFeature: Feature = {
  entries: capabilities([
    {
      slug: CONTENT_SUGGESTION,
      name: 'Content suggestion',
      description:
        'Rewrites a passage of a content item, or finds other titles for it, while you wait. An execution of it gives ideas for a text.',
      settings: z.object({
        content: sourceText('The text.'),
        goal: optionalText('What should become better, for example "the opening".', 500),
        ...voice(),
        ...resultCount(10, 5),
      }),
      prompt_settings: ['content'],
      default_plan: [step('suggestions', 'Suggest how to improve the text', 'ideate', [], { type: 'answer' })],
      optional_kinds: [],
      brief:
        'You are an editor of marketing texts. Each idea names a passage of the text and what would make it better.',
    },
  ]),
};
