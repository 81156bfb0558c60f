import { z } from 'zod';
import { answerList, answerText } from '../../kernel/answer-text.ts';
import { cutAtWord } from '../../kernel/words.ts';
import { buildInstructions, buildPrompt } from '../prompt.ts';
import { type StepKindDefinition, UnusableAnswer } from '../types.ts';
import { readObject } from './answers.ts';

const MAX_ANSWER_CHARACTERS = 10_000;
const MAX_SUGGESTIONS = 5;

const answerSchema = z.object({
  text: answerText(2 * MAX_ANSWER_CHARACTERS).describe('The answer, in Markdown.'),
  suggestions: answerList(answerText()).describe('Up to five questions or actions that would come next.'),
});

/** Answers a question from inputs and earlier steps. */
export const answer: StepKindDefinition = {
  kind: 'answer',
  task: 'analyse',
  question: (context) => ({
    instructions: buildInstructions(context.capability, [
      'Answer the question in the inputs, directly and in at most 300 words. When the material does not hold the answer, say so.',
      'Give up to five suggestions of what to ask or do next, each in one line.',
    ]),
    prompt: buildPrompt({
      ...context,
      task: `${context.capability.name}: ${context.step.title}`,
      deliverable: 'answer',
      words: { min: 40, max: 300 },
    }),
    maxOutputTokens: 1_500,
    temperature: 0.2,
    answer: { name: 'answer', schema: answerSchema },
  }),
  interpret: (_context, raw) => {
    const read = readObject(answerSchema, raw);
    if (read.text === '') throw new UnusableAnswer('The answer is empty.');
    const suggestions = read.suggestions.filter((suggestion) => suggestion !== '').slice(0, MAX_SUGGESTIONS);
    return {
      summary: 'Answered the question.',
      output: { type: 'answer', text: cutAtWord(read.text, MAX_ANSWER_CHARACTERS), suggestions },
      drafts: [],
    };
  },
};
