import { z } from 'zod';
import type { DraftContent, StepKindDefinition } from '../capabilities/types.ts';
import { ENHANCED_TEXTS, storyOf, suggestionFields, type WrittenCaseStudy } from './fields.ts';
import { GENERATION_PROMPT, generationQuestion, readGeneration } from './generation-question.ts';
import { readSuggestion, SUGGESTION_PROMPT, suggestionQuestion } from './suggestion-question.ts';

const HEADINGS: Record<(typeof ENHANCED_TEXTS)[number], string> = {
  problem_statement_enhanced: 'The problem',
  proposed_solution_enhanced: 'The solution',
  outcomes_enhanced: 'The results',
  tco_analysis_enhanced: 'What it costs',
  lessons_learned_enhanced: 'What others can learn',
};

/** Writes a case study, which becomes a draft when the execution completes, and a content item with its text for the board. */
export const caseStudy: StepKindDefinition = {
  kind: 'case_study',
  task: 'write',
  question: ({ settings, context }) => generationQuestion(storyOf(settings), context),
  interpret: ({ settings, context }, answer) => {
    const written = readGeneration(answer, storyOf(settings), context);
    return {
      summary: `Wrote the case study "${written.case_study_title}".`,
      output: { type: 'case_study', case_study_id: null, ...written, prompt_version: GENERATION_PROMPT },
      drafts: [textOf(written)],
      // The advice is shown to the partner too.
      inspected: [JSON.stringify(written.generated_content)],
    };
  },
};

function textOf({
  case_study_title: title,
  short_description,
  generated_content: content,
}: WrittenCaseStudy): DraftContent {
  const parts = ENHANCED_TEXTS.map((name) => `## ${HEADINGS[name]}\n\n${content[name] ?? ''}`);
  return { title, content_type: 'text_content', body: [short_description, ...parts].join('\n\n') };
}

const suggestionRequest = z.object({ field: suggestionFields.field, mode: suggestionFields.mode });
const storyValues = z.record(z.string(), z.unknown()).catch({});

/** Suggests a text for a field of the context's case study. */
export const caseStudyField: StepKindDefinition = {
  kind: 'case_study_field',
  task: 'write',
  question: ({ settings, context: { case_study, ...context } }) =>
    suggestionQuestion(suggestionRequest.parse(settings), storyValues.parse(case_study), context),
  interpret: (_context, answer) => ({
    summary: 'Suggested a text.',
    output: { type: 'answer', text: readSuggestion(answer), suggestions: [], prompt_version: SUGGESTION_PROMPT },
    drafts: [],
  }),
};
