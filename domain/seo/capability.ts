import { z } from 'zod';
import { AiError, type AiErrorKind, type AiRequest } from '../../infra/ai/port.ts';
import type { ListingContent } from '../../infra/marketplace/port.ts';
import { type CatalogueEntry, capabilities, optionalText, sourceText, step } from '../capabilities/define.ts';
import type { Feature } from '../capabilities/feature.ts';
import { buildInstructions, buildPrompt } from '../capabilities/prompt.ts';
import { checkGuardrails } from '../guardrails/rules.ts';
import type { PartnerTerms } from '../guardrails/types.ts';
import { cutAtWord } from '../kernel/words.ts';
import { DEFAULT_CATEGORY } from './rubric/types.ts';
import type { Comment, SeoSubject } from './table.ts';

/** The capability for analysing a text, used by executions and for the comment on a listing. */
const SEO_ANALYSIS: CatalogueEntry = {
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

const WORDS = { min: 40, max: 120 };
/** Longest comment that is stored, characters. */
const MAX_CHARACTERS = 2_000;
/** Enough for this many words in languages that need more tokens for each. */
const MAX_OUTPUT_TOKENS = 500;

/** The sentence shown instead of a comment, by the AI provider's failure. */
const FAILURES: Record<AiErrorKind, string> = {
  timeout: 'The AI provider gave no comment in time.',
  rate_limited: 'The AI provider takes no more requests for the moment.',
  unavailable: 'The AI provider could not be reached, or failed.',
  overloaded: 'The AI provider has no capacity for the moment.',
  cut_off: "The AI provider's comment broke off.",
  malformed: 'The AI provider gave no text as its comment.',
  too_long: "The AI provider's comment did not fit into what it may take.",
  context_too_long: 'The listing is longer than the AI model can read.',
  quota: "The AI provider's account of this service has nothing left.",
  refused: 'The AI provider refused to comment on this listing.',
  misconfigured: 'The AI provider does not take requests of this service as it is set up.',
};
const NOT_CHARGED = 'The comment was not charged.';

/** The reason why there is no comment. Rethrows errors that are not the provider's. */
export function commentFailure(error: unknown): Comment {
  if (!(error instanceof AiError)) throw error;
  return { reason: `${FAILURES[error.kind]} ${NOT_CHARGED}` };
}

/** Prompt for a comment on a listing, for an editor who reads it next to the score. */
export function commentQuestion(
  content: ListingContent,
  { brandKeyword, category }: SeoSubject,
): Pick<AiRequest, 'instructions' | 'prompt' | 'maxOutputTokens' | 'temperature'> {
  return {
    instructions: buildInstructions(SEO_ANALYSIS, [
      'Comment on how well buyers will find and understand the listing in the inputs: what works, what does not, and what to change first.',
      'Write one paragraph of plain text. Give no score.',
    ]),
    prompt: buildPrompt({
      task: `${SEO_ANALYSIS.name}: comment on the listing`,
      deliverable: 'answer',
      words: WORDS,
      settings: {
        title: content.title,
        short_description: content.shortDescription,
        content: content.longDescription.text,
        highlights: content.highlights,
        keywords: content.keywords,
        keyword: brandKeyword,
        ...(category === DEFAULT_CATEGORY ? {} : { category }),
      },
      context: {},
    }),
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    temperature: 0.2,
  };
}

/** The comment in an answer, unless it is empty or a guardrail blocks it. */
export async function readComment(answer: string, allowed: PartnerTerms): Promise<Comment> {
  const text = cutAtWord(answer.trim(), MAX_CHARACTERS);
  if (text === '') return { reason: `The AI provider gave an empty comment. ${NOT_CHARGED}` };
  const hits = await checkGuardrails({ text, donts: [], allowed });
  const blocked = hits.find((hit) => hit.action === 'block');
  return blocked ? { reason: `A guardrail withheld the comment: ${blocked.message} ${NOT_CHARGED}` } : { text };
}
