import { buildInstructions, buildPrompt } from '../capabilities/prompt.ts';
import { readText } from '../capabilities/step-kinds/answers.ts';
import type { StepQuestion } from '../capabilities/types.ts';
import { cutAtWord } from '../kernel/words.ts';
import type { SuggestedField, SuggestionMode } from './fields.ts';

/** Prompt version, stored with each result; raise it when the question or the reading of answers changes. */
export const SUGGESTION_PROMPT = 'case-study-suggestion/1';

const BRIEF =
  'You help with case studies for the partner programme of a cloud provider. You write one field of one case study, in a professional tone.';
const WORDS = { min: 60, max: 220 };
const MAX_OUTPUT_TOKENS = 1_500;
/** Limit of the field, characters. */
const MAX_LENGTH = 20_000;

const TITLES: Record<SuggestedField, string> = {
  problem_statement: 'what the customer struggled with, and what that cost',
  proposed_solution: 'what was done, with which cloud services and why these',
  outcomes: 'what came of it, with figures before and after where the inputs have them',
  tco_analysis: 'what it costs in all before and after, as far as the inputs tell',
  lessons_learned: 'what others can learn from the project',
};

const METHODS: Record<SuggestionMode, string> = {
  replace: 'Write the field anew from all that the inputs tell.',
  append: 'Write only what comes behind the present text of the field; repeat nothing of it.',
  refine: 'Improve the present text of the field and keep what it says. Where it is empty, write it.',
};

/** Builds the question for a field's text; `story` is the present case study. */
export function suggestionQuestion(
  { field, mode }: { field: SuggestedField; mode: SuggestionMode },
  story: Record<string, unknown>,
  context: Record<string, unknown>,
): StepQuestion {
  return {
    instructions: buildInstructions({ brief: BRIEF }, [
      `The field is ${field}: ${TITLES[field]}.`,
      METHODS[mode],
      'Answer with the text alone: Markdown without headings, nothing around it.',
    ]),
    prompt: buildPrompt({
      task: `${mode === 'append' ? 'Continue' : mode === 'refine' ? 'Improve' : 'Write'} the field ${field} of a case study`,
      deliverable: 'case_study_field',
      words: WORDS,
      settings: { present_text: story[field], ...story, [field]: undefined },
      context,
    }),
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    temperature: 0.5,
  };
}

/** Reads an answer. Throws UnusableAnswer. */
export function readSuggestion(answer: unknown): string {
  return cutAtWord(readText(answer), MAX_LENGTH);
}
