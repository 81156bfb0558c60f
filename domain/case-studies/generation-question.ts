import { z } from 'zod';
import { buildInstructions, buildPrompt } from '../capabilities/prompt.ts';
import { inventedBeside, readObject } from '../capabilities/step-kinds/answers.ts';
import { type StepQuestion, UnusableAnswer } from '../capabilities/types.ts';
import { answerList, answerText } from '../kernel/answer-text.ts';
import { cutAtWord, oneLine, truncate } from '../kernel/words.ts';
import { CLOUD_SERVICES } from './data/cloud-services.ts';
import {
  ENHANCED_TEXTS,
  type GeneratedTexts,
  MAX_DESCRIPTION_LENGTH,
  MAX_TITLE_LENGTH,
  type WrittenCaseStudy,
} from './fields.ts';

/** Prompt version, stored with each result; raise it when the question or the reading of answers changes. */
export const GENERATION_PROMPT = 'case-study-generation/1';

const BRIEF =
  'You write case studies for the partner programme of a cloud provider: the customer, the problem, the solution, the results, what others can learn. Your tone is professional.';
/** Length of each text, words. */
const WORDS = { min: 60, max: 220 };
/** Enough for five texts and the lists, in languages that tokenizers support less well. */
const MAX_OUTPUT_TOKENS = 8_000;
/** Maximum length of a stored text and of a list entry, characters. */
const MAX_TEXT_LENGTH = 20_000;
const MAX_ENTRY_LENGTH = 500;
const MAX_ENTRIES = 10;

// No length limits in the JSON Schema: several providers reject them in a schema for structured output. A too long answer is repeated, then cut.
const answerSchema = z.object({
  case_study_title: answerText().describe(`Plain text of at most ${MAX_TITLE_LENGTH} characters: who achieved what.`),
  short_description: answerText().describe(`Plain text of at most ${MAX_DESCRIPTION_LENGTH} characters.`),
  problem_statement_enhanced: answerText(2 * MAX_TEXT_LENGTH),
  proposed_solution_enhanced: answerText(2 * MAX_TEXT_LENGTH),
  outcomes_enhanced: answerText(2 * MAX_TEXT_LENGTH),
  tco_analysis_enhanced: answerText(2 * MAX_TEXT_LENGTH),
  lessons_learned_enhanced: answerText(2 * MAX_TEXT_LENGTH),
  architecture_diagram_suggestions: answerList(answerText()).describe(
    'Three to five things that a diagram should show.',
  ),
  cloud_services_recommendations: answerList(
    z.object({
      service: answerText().meta({ enum: [...CLOUD_SERVICES] }),
      rationale: answerText().describe('One sentence: why this service, for this customer.'),
    }),
  ).describe('Two to five services.'),
  validation_tips: answerList(answerText()).describe('Three to five things to check or add before it is submitted.'),
});

/** Builds the question for a case study from the partner's story and further context. */
export function generationQuestion(story: Record<string, unknown>, context: Record<string, unknown>): StepQuestion {
  return {
    instructions: buildInstructions({ brief: BRIEF }, [
      'Rewrite each text of the inputs so that a reader who knows neither customer nor partner understands it. Texts are Markdown without headings; emphasise figures and names sparingly.',
      'Outcomes set figures before and after beside each other wherever the inputs have them. Where an input is missing or has no figures, say in brackets what the partner should find out, such as "[average response time before the project]".',
      'Call each cloud service by its official name and give the reason for it.',
      'The length is that of each text.',
    ]),
    prompt: buildPrompt({
      task: 'Write the case study',
      deliverable: 'case_study',
      words: WORDS,
      settings: story,
      context,
    }),
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    temperature: 0.5,
    answer: { name: 'case_study', schema: answerSchema },
    problemsOf: lengthProblems,
  };
}

/** Texts in an answer that are too long, for which the question is repeated once. */
function lengthProblems(answer: unknown): string[] {
  const { case_study_title: title, short_description: description } = readObject(answerSchema, answer);
  const problems: string[] = [];
  if (oneLine(title).length > MAX_TITLE_LENGTH)
    problems.push(`case_study_title has more than ${MAX_TITLE_LENGTH} characters.`);
  if (oneLine(description).length > MAX_DESCRIPTION_LENGTH)
    problems.push(`short_description has more than ${MAX_DESCRIPTION_LENGTH} characters.`);
  return problems;
}

/**
 * Reads an answer. Texts that are still too long are cut at a word; services and figures invented by the AI are marked for
 * review. Throws UnusableAnswer.
 */
export function readGeneration(
  answer: unknown,
  story: Record<string, unknown>,
  context: Record<string, unknown>,
): WrittenCaseStudy {
  const read = readObject(answerSchema, answer);
  const title = cutAtWord(oneLine(read.case_study_title), MAX_TITLE_LENGTH);
  const description = cutAtWord(oneLine(read.short_description), MAX_DESCRIPTION_LENGTH);
  if (title === '' || description === '') throw new UnusableAnswer('Title or description is missing.');
  const texts: Record<string, string> = {};
  for (const name of ENHANCED_TEXTS) {
    if (read[name] === '') throw new UnusableAnswer(`The text ${name} is empty.`);
    texts[name] = cutAtWord(read[name], MAX_TEXT_LENGTH);
  }
  const given = JSON.stringify([story, context]);
  const doubts = [
    ...figureDoubts({ case_study_title: title, short_description: description, ...texts }, given),
    ...serviceDoubts(read.cloud_services_recommendations),
  ];
  return {
    case_study_title: title,
    short_description: description,
    generated_content: {
      ...(texts as GeneratedTexts),
      architecture_diagram_suggestions: entries(read.architecture_diagram_suggestions),
      cloud_services_recommendations: entries(read.cloud_services_recommendations.map(recommendation)),
      validation_tips: [...entries(read.validation_tips), ...doubts],
    },
  };
}

/** Prefix of tips that need a review before submission. */
const REVIEW = 'Review:';

/** A tip that asks for a review. */
export function reviewTip(text: string): string {
  return truncate(`${REVIEW} ${text}`, MAX_ENTRY_LENGTH);
}

function figureDoubts(texts: Record<string, string>, given: string): string[] {
  const invented = inventedBeside(given);
  return Object.entries(texts).flatMap(([name, text]) => {
    const figures = invented(text);
    return figures.length === 0
      ? []
      : reviewTip(`${name} has figures that the inputs do not have: ${figures.join(', ')}.`);
  });
}

type Recommendation = z.output<typeof answerSchema>['cloud_services_recommendations'][number];

function serviceDoubts(recommendations: readonly Recommendation[]): string[] {
  const unknown = recommendations.map(({ service }) => service).filter((name) => !officialServiceName(name));
  return unknown.map((name) => reviewTip(`"${oneLine(name)}" is no official name of a cloud service.`));
}

function recommendation({ service, rationale }: Recommendation): string {
  const official = officialServiceName(service);
  const name = official ?? `${oneLine(service)} [${REVIEW} no official name of a cloud service]`;
  return `${name}: ${rationale}`;
}

function entries(list: readonly string[]): string[] {
  return list
    .map((entry) => cutAtWord(oneLine(entry), MAX_ENTRY_LENGTH))
    .filter((entry) => entry !== '')
    .slice(0, MAX_ENTRIES);
}

const BY_NAME = new Map(
  CLOUD_SERVICES.flatMap((name) => namesOf(name).map((known) => [normalise(known), name] as const)),
);

/** The official name of a cloud service for any of its names (full, short, without the vendor); undefined for an unknown one. */
export function officialServiceName(name: string): string | undefined {
  return namesOf(name)
    .map((each) => BY_NAME.get(normalise(each)))
    .find((found) => found !== undefined);
}

/** The full name, the part before the parenthesis and the part inside: "Amazon Simple Storage Service (Amazon S3)" gives three. */
function namesOf(name: string): string[] {
  const trimmed = name.trim();
  const open = trimmed.lastIndexOf('(');
  if (open === -1 || trimmed.indexOf(')', open) !== trimmed.length - 1) return [name];
  return [name, trimmed.slice(0, open).trim(), trimmed.slice(open + 1, -1)].filter((each) => each !== '');
}

function normalise(name: string): string {
  return name
    .toLowerCase()
    .replace(/^(?:amazon|aws)\s+/, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}
