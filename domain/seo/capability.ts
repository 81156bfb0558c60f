import { z } from 'zod';
import { type CatalogueEntry, capabilities, optionalText, sourceText, step } from '../capabilities/define.ts';
import type { Feature } from '../capabilities/feature.ts';

/** The capability for analysing a text, used by executions and for the comment on a listing. */
export const SEO_ANALYSIS: CatalogueEntry = {
  slug: 'seo_analysis',
  name: 'SEO analysis',
  description: 'Examines the text of a listing or page for how well it can be found.',
  settings: z.object({
    content: sourceText('Text of the listing or page.'),
    title: optionalText('Its title.', 300),
    keyword: optionalText('The search term it should be found under.', 100),
  }),
  prompt_settings: ['content'],
  default_plan: [step('findings', 'Examine the text', 'analyze', [], { type: 'findings' })],
  optional_kinds: [],
  brief:
    'You are an editor for search. You look at title, opening, headings, use of the search term, readability and completeness.',
};

/** The analysis of a text for search visibility, as a capability. */
export const seoFeature: Feature = { entries: capabilities([SEO_ANALYSIS]) };
