import type { AiRequest } from '../../infra/ai/port.ts';
import type { ListingContent } from '../../infra/marketplace/port.ts';
import { findCapability } from '../capabilities/catalogue/index.ts';
import { buildInstructions, buildPrompt } from '../capabilities/prompt.ts';
import { checkGuardrails } from '../guardrails/rules.ts';
import { cutAtWord } from '../kernel/words.ts';
import { DEFAULT_CATEGORY } from './rubric/types.ts';
import { SEO_CAPABILITY } from './rules.ts';
import type { Comment, SeoSubject } from './types.ts';

const WORDS = { min: 40, max: 120 };
/** Longest comment that is kept, characters. */
const MAX_CHARACTERS = 2_000;
/** Enough for the words in languages that tokenizers know less well. */
const MAX_OUTPUT_TOKENS = 500;

/** What the partner reads in place of a comment. */
export const COMMENT_FAILED = 'The AI provider gave no comment in time. The comment was not charged.';
const COMMENT_EMPTY = 'The AI provider gave an empty comment. The comment was not charged.';

/** Asks for a comment on a listing, for an editor who reads it beside the score. */
export function commentQuestion(
  content: ListingContent,
  { brandKeyword, category }: SeoSubject,
): Pick<AiRequest, 'instructions' | 'prompt' | 'maxOutputTokens' | 'temperature'> {
  const capability = findCapability(SEO_CAPABILITY);
  if (!capability) throw new Error(`The capability ${SEO_CAPABILITY} is not in the catalogue.`);
  return {
    instructions: buildInstructions(capability, [
      'Comment on how well buyers will find and understand the listing in the inputs: what works, what does not, and what to change first.',
      'Write one paragraph of plain text. Give no score.',
    ]),
    prompt: buildPrompt({
      task: `${capability.name}: comment on the listing`,
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

/** The comment in an answer, unless it is empty or a guardrail forbids it. */
export function readComment(answer: string): Comment {
  const text = cutAtWord(answer.trim(), MAX_CHARACTERS);
  if (text === '') return { reason: COMMENT_EMPTY };
  const blocked = checkGuardrails({ text, donts: [] }).find((hit) => hit.action === 'block');
  return blocked ? { reason: `A guardrail withheld the comment: ${blocked.message} It was not charged.` } : { text };
}
