import { z } from 'zod';
import { buildInstructions, buildPrompt } from '../capabilities/prompt.ts';
import type { StepQuestion } from '../capabilities/types.ts';
import { oneLine, truncate } from '../kernel/words.ts';
import { WORKFLOW_TEMPLATES } from './catalogue/index.ts';

/** Most templates that are suggested. */
const MAX_SUGGESTIONS = 3;
const MAX_REASON_CHARACTERS = 500;

/** Only slugs of the catalogue are valid, so any other answer is rejected. */
const answerSchema = z.object({
  suggestions: z.array(
    z.object({
      slug: z.enum(WORKFLOW_TEMPLATES.map(({ slug }) => slug)).describe('Slug of a template of the list.'),
      reason: z.string().describe('One sentence on why it fits the use case.'),
    }),
  ),
});

/** A template that fits, with the reason. */
export interface SuggestedTemplate {
  slug: string;
  reason: string;
}

/** Prompt for templates that fit a use case. */
export function suggestionQuestion(useCase: string): StepQuestion {
  return {
    instructions: buildInstructions(
      { brief: 'You advise partners on which of the templates of this platform fits what they want to achieve.' },
      [
        `Choose at most ${MAX_SUGGESTIONS} templates from the list, the best one first. Choose none that does not fit.`,
        'Name templates by their slugs. There are no others than those of the list.',
      ],
    ),
    prompt: buildPrompt({
      task: 'Suggest templates',
      deliverable: 'ideas',
      settings: { use_case: useCase },
      context: {},
      lines: ['Templates:', ...WORKFLOW_TEMPLATES.map(({ slug, description }) => `- ${slug}: ${description}`)],
    }),
    maxOutputTokens: 1_000,
    temperature: 0.2,
    answer: { name: 'template_suggestions', schema: answerSchema },
  };
}

/** Reads the answer, which `ask` has validated against the schema; each template once. */
export function readSuggestions(answer: unknown): SuggestedTemplate[] {
  const { suggestions } = answerSchema.parse(answer);
  const bySlug = new Map<string, string>();
  for (const { slug, reason } of suggestions) if (!bySlug.has(slug)) bySlug.set(slug, reason);
  return [...bySlug]
    .slice(0, MAX_SUGGESTIONS)
    .map(([slug, reason]) => ({ slug, reason: truncate(oneLine(reason), MAX_REASON_CHARACTERS) }));
}
