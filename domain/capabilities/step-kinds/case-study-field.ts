import { z } from 'zod';
import { suggestionFields } from '../case-study/fields.ts';
import { readSuggestion, SUGGESTION_PROMPT, suggestionQuestion } from '../case-study/suggestion.ts';
import type { StepKindDefinition } from '../types.ts';

const wanted = z.object({ field: suggestionFields.field, mode: suggestionFields.mode });
const told = z.record(z.string(), z.unknown()).catch({});

/** Suggests a text for a field of the case study in the context. */
export const caseStudyField: StepKindDefinition = {
  kind: 'case_study_field',
  weight: 3,
  question: ({ settings, context: { case_study, ...context } }) =>
    suggestionQuestion(wanted.parse(settings), told.parse(case_study), context),
  interpret: (_context, answer) => ({
    summary: 'Suggested a text.',
    output: { type: 'answer', text: readSuggestion(answer), suggestions: [], prompt_version: SUGGESTION_PROMPT },
    drafts: [],
  }),
};
