import { z } from 'zod';
import { answerList, answerText } from '../../kernel/answer-text.ts';
import { cutAtWord, oneLine } from '../../kernel/words.ts';
import { buildInstructions, buildPrompt } from '../prompt.ts';
import { type StepContext, type StepKindDefinition, UnusableAnswer } from '../types.ts';
import { readObject } from './answers.ts';

const DEFAULT_IDEAS = 5;
/** Maximum length of an idea, characters. */
const MAX_IDEA_CHARACTERS = 500;

const ideasSchema = z.object({
  summary: answerText().describe('One or two sentences on how the ideas were chosen.'),
  ideas: answerList(z.object({ title: answerText(), detail: answerText() })),
});

/** Generates ideas; as a deliverable they are an answer's suggestions, else notes. */
export const ideate: StepKindDefinition = {
  kind: 'ideate',
  task: 'write',
  question: (context) => ({
    instructions: buildInstructions(context.capability, [
      `Find ${ideaCount(context)} different ideas, the best first. Each has a short title that can stand alone and one sentence of detail.`,
    ]),
    prompt: buildPrompt({
      ...context,
      task: `${context.capability.name}: ${context.step.title}`,
      deliverable: 'ideas',
      items: ideaCount(context),
    }),
    maxOutputTokens: 400 + ideaCount(context) * 120,
    temperature: 0.8,
    answer: { name: 'ideas', schema: ideasSchema },
  }),
  interpret: (context, answer) => {
    const read = readObject(ideasSchema, answer);
    const ideas = read.ideas
      .filter((idea) => idea.title !== '')
      .slice(0, ideaCount(context))
      .map((idea) =>
        cutAtWord(oneLine(idea.detail === '' ? idea.title : `${idea.title}: ${idea.detail}`), MAX_IDEA_CHARACTERS),
      );
    if (ideas.length === 0) throw new UnusableAnswer('The answer has no ideas.');
    const text = cutAtWord(read.summary, 2 * MAX_IDEA_CHARACTERS);
    return {
      summary: `Found ${ideas.length === 1 ? '1 idea' : `${ideas.length} ideas`}.`,
      output:
        context.step.deliverable?.type === 'answer'
          ? { type: 'answer', text: text || 'These fit best.', suggestions: ideas }
          : { type: 'notes', text: [text, ...ideas.map((idea) => `- ${idea}`)].join('\n').trim() },
      drafts: [],
    };
  },
};

function ideaCount(context: StepContext): number {
  const count = context.settings['result_count'];
  return typeof count === 'number' ? count : DEFAULT_IDEAS;
}
