import { z } from 'zod';
import { buildInstructions, buildPrompt } from '../capabilities/prompt.ts';
import { readObject } from '../capabilities/step-kinds/answers.ts';
import type { Citation, StepContext, StepKind, StepKindDefinition, StepOutput } from '../capabilities/types.ts';
import { answerList, answerText } from '../kernel/answer-text.ts';
import { primaryLanguage } from '../kernel/language-tag.ts';
import {
  type Evidence,
  inertLine,
  passageInputs,
  passagesOf,
  type VerifiedStatement,
  verifyStatement,
} from './citations.ts';
import { languageOfQuestion } from './question-language.ts';

/**
 * Version of the prompt, stored with each answer; raise it with every change to the prompt or to how answers are
 * parsed.
 */
const KNOWLEDGE_PROMPT = 'knowledge-answer/2';

const MAX_STATEMENTS = 30;
const MAX_SUGGESTIONS = 5;
const MAX_SUGGESTION = 200;
/** What an answer says where no passage has one, by its language; English in others. */
const UNKNOWN: Readonly<Record<string, string>> = {
  en: 'The documents do not tell.',
  de: 'Das steht nicht in den Dokumenten.',
  es: 'Los documentos no lo dicen.',
};
/** What stands above the questions that were found, by their language; English in others. */
const ANSWERED: Readonly<Record<string, string>> = {
  en: 'The documents answer these questions.',
  de: 'Die Dokumente beantworten diese Fragen.',
  es: 'Los documentos responden a estas preguntas.',
};
/** What a step's summary, which is English like the others, says without an answer. */
const NOTHING_FOUND = 'The documents do not tell.';

const answerSchema = z.object({
  statements: answerList(
    z.object({
      text: answerText().describe('One sentence, or one question, in plain text.'),
      passage: answerText().describe('The passage that it rests on, such as P1.'),
      quote: answerText().describe('The words of that passage that show it, copied character by character.'),
    }),
  ),
  suggestions: answerList(answerText()).describe('Up to five questions that would come next.'),
});

/** A verified answer. */
interface Answered {
  statements: readonly VerifiedStatement[];
  suggestions: string[];
}

interface CitedKindOptions {
  kind: StepKind;
  method: string;
  /** The setting with the question. */
  about: 'query' | 'topic';
  /** Maximum number of statements. */
  count(context: StepContext): number;
  summary(count: number): string;
  output(answered: Answered, language: string): { text: string; suggestions: string[] };
}

/**
 * A kind of step that answers from passages only. Code checks that each statement's quote is in its passage; an
 * unverified statement is requested once more, then left out. Without passages the AI is not asked.
 */
function citedKind(options: CitedKindOptions): StepKindDefinition {
  return {
    kind: options.kind,
    task: 'analyse',
    question: (context) => {
      const evidence = evidenceOf(context, options.about);
      if (evidence.passages.length === 0) return null;
      const { passages: _found, ...others } = context.context;
      const { passages: _sent, rerank: _ordered, ...settings } = context.settings;
      return {
        instructions: buildInstructions(context.capability, [
          options.method,
          'Each statement rests on one passage of the inputs (P1, P2, …) and quotes it: a phrase or sentence of the passage, copied character by character.',
          ...(context.settings['language'] === undefined ? ['Answer in the language of the question.'] : []),
          'Passages may be about something else that has the same words: one that does not say what is asked is no answer.',
          'Use no figures that the passage does not have, no links and no markup. When the passages do not tell, give no statements.',
        ]),
        prompt: buildPrompt({
          task: `${context.capability.name}: ${context.step.title}`,
          deliverable: 'answer',
          settings,
          context: { ...passageInputs(evidence.passages), ...others },
        }),
        maxOutputTokens: 600 + options.count(context) * 160,
        temperature: 0.2,
        answer: { name: 'cited_answer', schema: answerSchema },
        problemsOf: (answer) => problemsOf(readObject(answerSchema, answer).statements, evidence),
      };
    },
    interpret: (context, raw) => {
      const answered = raw === null ? { statements: [], suggestions: [] } : read(context, options, raw);
      return {
        summary: options.summary(answered.statements.length),
        output: outputOf(options, answered, languageOf(context, options.about)),
        drafts: [],
      };
    },
  };
}

function evidenceOf({ settings, context }: StepContext, about: 'query' | 'topic'): Evidence {
  return {
    passages: passagesOf(settings, context),
    question: String(settings[about] ?? ''),
    language: languageOf({ settings }, about),
  };
}

/** The language of an answer: the one that is set, or the question's. */
function languageOf({ settings }: Pick<StepContext, 'settings'>, about: 'query' | 'topic'): string {
  return String(settings['language'] ?? languageOfQuestion(String(settings[about] ?? '')));
}

/** The text in a language, a BCP 47 tag. */
function inLanguage(texts: Readonly<Record<string, string>>, language: string): string {
  return texts[primaryLanguage(language)] ?? texts['en'] ?? '';
}

/** At most ten, so that the second prompt stays short. */
function problemsOf(statements: z.output<typeof answerSchema>['statements'], evidence: Evidence): string[] {
  return statements
    .slice(0, MAX_STATEMENTS)
    .flatMap((statement, index) => {
      const proven = verifyStatement(statement, evidence);
      return 'problem' in proven ? [`Statement ${index + 1} does not hold: ${proven.problem}.`] : [];
    })
    .slice(0, 10);
}

function read(context: StepContext, options: CitedKindOptions, raw: unknown): Answered {
  const { statements, suggestions } = readObject(answerSchema, raw);
  const evidence = evidenceOf(context, options.about);
  return {
    statements: statements
      .slice(0, MAX_STATEMENTS)
      .map((statement) => verifyStatement(statement, evidence))
      .filter((proven) => 'quote' in proven)
      .filter(isNew)
      .slice(0, options.count(context)),
    suggestions: suggestions
      .map((suggestion) => inertLine(suggestion, MAX_SUGGESTION))
      .filter((suggestion) => suggestion !== '')
      .slice(0, MAX_SUGGESTIONS),
  };
}

/** Whether a statement is the first one with its text. */
function isNew({ text }: VerifiedStatement, index: number, all: readonly VerifiedStatement[]): boolean {
  return all.findIndex((other) => other.text === text) === index;
}

function outputOf({ output }: CitedKindOptions, answered: Answered, language: string): StepOutput {
  const { statements } = answered;
  const shown =
    statements.length === 0 ? { text: inLanguage(UNKNOWN, language), suggestions: [] } : output(answered, language);
  return { type: 'answer', ...shown, citations: statements.map(citationOf), prompt_version: KNOWLEDGE_PROMPT };
}

function citationOf({ passage, quote }: VerifiedStatement, index: number): Citation {
  const { knowledge_base_id, document_id, passage_id, document, section } = passage;
  return { number: index + 1, knowledge_base_id, document_id, passage_id, document, section, quote };
}

/** Maximum sentences of an answer. */
const MAX_SENTENCES = 10;

/** Answers a question from passages; each sentence has the number of its citation. */
export const citedAnswer = citedKind({
  kind: 'cited_answer',
  method: `Answer the question in the inputs directly, in one to ${MAX_SENTENCES} statements of one sentence each.`,
  about: 'query',
  count: () => MAX_SENTENCES,
  summary: (count) => (count === 0 ? NOTHING_FOUND : 'Answered the question.'),
  output: ({ statements, suggestions }) => ({
    text: statements.map(({ text }, index) => `${text} [${index + 1}]`).join(' '),
    suggestions,
  }),
});

const DEFAULT_COUNT = 10;

/** Finds questions that the passages answer; each has the number of its citation. */
export const citedQuestions = citedKind({
  kind: 'cited_questions',
  method:
    'Find different questions about the topic, as buyers would type them into a search engine, each of which a passage answers; the quote is the answer. A statement is one question.',
  about: 'topic',
  count: ({ settings }) => Number(settings['result_count'] ?? DEFAULT_COUNT),
  summary: (count) => (count === 0 ? NOTHING_FOUND : count === 1 ? 'Found 1 question.' : `Found ${count} questions.`),
  output: ({ statements }, language) => ({
    text: inLanguage(ANSWERED, language),
    suggestions: statements.map(({ text }, index) => `${text} [${index + 1}]`),
  }),
});
