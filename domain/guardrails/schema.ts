import { z } from 'zod';
import { text } from '../kernel/schema.ts';
import { comparable } from './phrases.ts';

/** Most allowed terms of a partner; each finding is compared with all of them. */
const MAX_TERMS = 100;
const MAX_TERM_LENGTH = 200;
const MIN_TERM_LENGTH = 2;

export const guardrailSettingsBody = z.object({
  allowed_terms: z
    .array(
      text(MAX_TERM_LENGTH).refine(
        (term) => comparable(term).length >= MIN_TERM_LENGTH,
        `Must have at least ${MIN_TERM_LENGTH} characters.`,
      ),
    )
    .max(MAX_TERMS, `Must have at most ${MAX_TERMS} entries.`)
    .transform((terms) => [...new Map(terms.map((term) => [comparable(term), term])).values()])
    .describe(
      'The whole list, which replaces the present terms: words, email addresses, domains such as `@acme.com`, phone numbers.',
    ),
});
