import { z } from 'zod';
import { answerList, answerText } from '../../kernel/answer-text.ts';
import { cutAtWord } from '../../kernel/words.ts';
import { buildInstructions, buildPrompt } from '../prompt.ts';
import { type StepKind, type StepKindDefinition, UnusableAnswer } from '../types.ts';
import { readObject } from './answers.ts';

const MAX_FINDINGS = 20;
/** Maximum length of one part of a finding, characters. */
const MAX_PART_CHARACTERS = 1_000;

const findingsSchema = z.object({
  summary: answerText().describe('Two or three sentences with the main result.'),
  score: z
    .number()
    .nullable()
    .describe('0 to 100 for the quality of what was looked at; null when there is nothing to score.'),
  findings: answerList(z.object({ aspect: answerText(), observation: answerText(), recommendation: answerText() })),
});

/** A step kind that analyses texts and returns findings. */
function findingsKind(kind: StepKind, method: string): StepKindDefinition {
  return {
    kind,
    task: 'analyse',
    question: (context) => ({
      instructions: buildInstructions(context.capability, [
        method,
        'Answer with a summary, a score, and three to ten findings; each names an aspect, what you observed, and what to do about it.',
      ]),
      prompt: buildPrompt({
        ...context,
        task: `${context.capability.name}: ${context.step.title}`,
        deliverable: 'findings',
      }),
      maxOutputTokens: 2_500,
      temperature: 0.2,
      answer: { name: 'findings', schema: findingsSchema },
    }),
    interpret: (_context, answer) => {
      const read = readObject(findingsSchema, answer);
      const part = (text: string) => cutAtWord(text, MAX_PART_CHARACTERS);
      const findings = read.findings
        .filter((finding) => finding.aspect !== '' && finding.observation !== '')
        .slice(0, MAX_FINDINGS)
        .map((finding) => ({
          aspect: part(finding.aspect),
          observation: part(finding.observation),
          recommendation: part(finding.recommendation),
        }));
      if (read.summary === '' || findings.length === 0) throw new UnusableAnswer('The answer has no findings.');
      const score = read.score === null ? null : Math.round(Math.min(100, Math.max(0, read.score)));
      return {
        summary: `${findings.length === 1 ? '1 finding' : `${findings.length} findings`}${score === null ? '.' : `, score ${score} of 100.`}`,
        output: { type: 'findings', summary: cutAtWord(read.summary, 2 * MAX_PART_CHARACTERS), score, findings },
        drafts: [],
      };
    },
  };
}

/** Analyses the partner's input. */
export const analyze = findingsKind(
  'analyze',
  'Examine the inputs for what the task asks. Base each observation on something in them, and name it.',
);

/** Reviews the output of earlier steps, as an editor would before publishing. */
export const review = findingsKind(
  'review',
  'Review the earlier work as an editor would before publishing: facts against the inputs, consistency between the pieces, clarity, tone, calls to action. Say what is good enough as it is.',
);
