import { countWords, cutAtWord } from '../../kernel/words.ts';
import { buildInstructions, buildPrompt } from '../prompt.ts';
import type { StepContext, StepKind, StepKindDefinition, StepQuestion, StepResult } from '../types.ts';
import { readText } from './answers.ts';

const NOTES_WORDS = { min: 80, max: 400 };
/** Maximum length of stored notes, characters. */
const MAX_NOTES_CHARACTERS = 12_000;

/** Builds the question for working notes, which only later steps use. */
export function notesQuestion(context: StepContext, deliverable: 'notes' | 'outline', method: string): StepQuestion {
  return {
    instructions: buildInstructions(context.capability, [
      method,
      'Answer in Markdown. These are working notes and are not published.',
    ]),
    prompt: buildPrompt({
      ...context,
      task: `${context.capability.name}: ${context.step.title}`,
      deliverable,
      words: NOTES_WORDS,
    }),
    maxOutputTokens: 1_600,
    temperature: 0.3,
  };
}

/** Reads working notes; accepts any text. */
export function notesResult(context: StepContext, answer: unknown): StepResult {
  const text = cutAtWord(readText(answer), MAX_NOTES_CHARACTERS);
  return {
    summary: `Prepared ${countWords(text)} words of ${context.step.kind === 'outline' ? 'outline' : 'notes'} for the next steps.`,
    output: { type: 'notes', text },
    drafts: [],
  };
}

/** A step kind that prepares notes. */
function notesKind(
  kind: StepKind,
  deliverable: 'notes' | 'outline',
  task: StepKindDefinition['task'],
  method: string,
): StepKindDefinition {
  return {
    kind,
    task,
    question: (context) => notesQuestion(context, deliverable, method),
    interpret: notesResult,
  };
}

/** Collects and orders the facts in the inputs for later steps. */
export const research = notesKind(
  'research',
  'notes',
  'analyse',
  'Gather from the inputs what the later steps need: audience and its problems, key messages with their support, terms to use, open questions. Mark what the inputs do not say as unknown.',
);

/** Plans the structure of a text that a later step writes. */
export const outline = notesKind(
  'outline',
  'outline',
  'write',
  'Write an outline: the working title, then the sections in order, each with the points it makes and the facts it rests on.',
);
