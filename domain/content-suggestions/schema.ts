import { z } from 'zod';
import { anchorOf } from '../content-comments/schema.ts';
import { integer, languageTag, line, onceValid } from '../kernel/schema.ts';
import { isBlank } from '../kernel/visible-text.ts';

/** What can be done with a passage. */
export const REWRITE_ACTIONS = ['improve', 'shorten', 'expand', 'translate', 'retone'] as const;
/** One of these actions. */
export type RewriteAction = (typeof REWRITE_ACTIONS)[number];

/** Longest passage that is rewritten at once, characters. */
const MAX_PASSAGE_LENGTH = 4_000;
/** Most alternatives of a title. */
const MAX_TITLES = 10;
const MAX_TONE_LENGTH = 100;

export const rewriteBody = z
  .object({
    action: z
      .enum(REWRITE_ACTIONS)
      .describe(
        '`improve`: clearer, with the same content; `shorten`, `expand`; `translate`: into `language`; `retone`: in another `tone`.',
      ),
    anchor: anchorOf(MAX_PASSAGE_LENGTH).describe('The passage to rewrite.'),
    language: languageTag().optional().describe('For `translate`: target language as a BCP 47 tag.'),
    tone: line(MAX_TONE_LENGTH)
      .optional()
      .describe('For `retone`: the tone, for example "casual". Other actions keep the tone by default.'),
  })
  .refine(({ anchor }) => !isBlank(anchor.quote), {
    path: ['anchor', 'quote'],
    error: 'Must not be empty.',
    ...onceValid('anchor'),
  })
  .refine(({ action, language }) => action !== 'translate' || language !== undefined, {
    path: ['language'],
    error: 'Is required.',
    ...onceValid('action', 'language'),
  })
  .refine(({ action, language }) => action === 'translate' || language === undefined, {
    path: ['language'],
    error: 'Must be given with `translate` only.',
    ...onceValid('action', 'language'),
  })
  .refine(({ action, tone }) => action !== 'retone' || Boolean(tone), {
    path: ['tone'],
    error: 'Is required.',
    ...onceValid('action', 'tone'),
  });
/** A passage to be rewritten. */
export type RewriteRequest = z.output<typeof rewriteBody>;

export const titlesBody = z.object({
  count: integer(1, MAX_TITLES).default(5).describe('Maximum number of alternatives.'),
  version: integer(1, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('The version of the item that was read; returns 409 if it is not the present one.'),
});
