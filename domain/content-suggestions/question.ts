import { z } from 'zod';
import { buildInstructions, buildPrompt } from '../capabilities/prompt.ts';
import { readObject, readText } from '../capabilities/step-kinds/answers.ts';
import { type StepQuestion, UnusableAnswer } from '../capabilities/types.ts';
import type { ContentItemRow } from '../content-items/table.ts';
import { answerList, answerText } from '../kernel/answer-text.ts';
import { countWords, cutAtWord, oneLine } from '../kernel/words.ts';
import type { RewriteAction, RewriteRequest } from './schema.ts';

/** Prompt version, in the audit log with each suggestion; raise it when the question or the reading of answers changes. */
export const REWRITE_PROMPT = 'content-rewrite-passage/1';
/** The same of titles. */
export const TITLES_PROMPT = 'content-titles/1';

const EDITOR =
  'You are an editor of marketing texts. You work on one passage of a text whose other passages stay as they are.';
const HEADLINES =
  'You are an editor of marketing texts. You write titles that say what a text is about and why it is worth reading.';

/** What is asked for, how it is done, and the length in relation to that of the passage. */
const ACTIONS: Record<RewriteAction, { task: string; method: string; min: number; max: number }> = {
  improve: {
    task: 'Improve the passage',
    method: 'Make it clearer and easier to read, and correct its language. It says what it said before.',
    min: 0.6,
    max: 1.4,
  },
  shorten: {
    task: 'Shorten the passage',
    method: 'Say the same in about half of the words. Leave out what a reader misses least.',
    min: 0.2,
    max: 0.7,
  },
  expand: {
    task: 'Expand the passage',
    method: 'Say the same in more detail, by what the rest of the text gives. Add no facts that are not in it.',
    min: 1.2,
    max: 2.5,
  },
  translate: {
    task: 'Translate the passage',
    method:
      'Translate it completely into the given language. Keep meaning, tone, Markdown structure, links and product names; write what a native speaker would write.',
    min: 0.5,
    max: 2,
  },
  retone: {
    task: 'Rewrite the passage in another tone',
    method: 'Let it sound as the tone that is given. It says what it said before.',
    min: 0.6,
    max: 1.5,
  },
};

/** What the AI reads of the text before and behind the passage, characters. */
const SURROUNDINGS = 1_000;
/** Words by which short passages may differ. */
const MARGIN = 5;
/** Tokens for each character of the passage in languages that tokenizers support less well. */
const TOKENS_PER_CHARACTER = 1;
const BASE_TOKENS = 300;
/** Longest suggestion, characters. */
const MAX_SUGGESTION_LENGTH = 20_000;

/** Builds the question for a passage that begins at `start` of the item's text. */
export function rewriteQuestion(
  item: Pick<ContentItemRow, 'title' | 'body'>,
  { quote, start }: { quote: string; start: number },
  { action, language, tone }: Pick<RewriteRequest, 'action' | 'language' | 'tone'>,
): StepQuestion {
  const { task, method, min, max } = ACTIONS[action];
  const words = countWords(quote);
  const end = start + quote.length;
  return {
    instructions: buildInstructions({ brief: EDITOR }, [
      method,
      'Answer with the new passage alone, in Markdown of the same kind, with nothing around it. It must fit where the passage stands.',
      ...(action === 'translate' ? [] : ['Write in the language of the passage.']),
    ]),
    prompt: buildPrompt({
      task,
      deliverable: 'passage',
      words: { min: Math.max(1, Math.floor(words * min) - MARGIN), max: Math.ceil(words * max) + MARGIN },
      settings: {
        text: quote,
        title: item.title,
        text_before: item.body.slice(Math.max(0, start - SURROUNDINGS), start),
        text_behind: item.body.slice(end, end + SURROUNDINGS),
        target_language: language,
        tone,
      },
      context: {},
    }),
    maxOutputTokens: BASE_TOKENS + Math.ceil(quote.length * max * TOKENS_PER_CHARACTER),
    temperature: action === 'translate' ? 0.2 : 0.5,
  };
}

/** Reads a new passage, with the blanks around it that the old one has. Throws UnusableAnswer. */
export function readPassage(answer: unknown, quote: string): string {
  const before = quote.slice(0, quote.length - quote.trimStart().length);
  const behind = quote.slice(quote.trimEnd().length);
  return before + cutAtWord(readText(answer), MAX_SUGGESTION_LENGTH) + behind;
}

/** Longest title, characters. */
const MAX_TITLE_LENGTH = 300;

const titlesSchema = z.object({
  titles: answerList(answerText()).describe('Plain text, the best one first; each of at most twelve words.'),
});

/** Builds the question for alternatives of an item's title. */
export function titlesQuestion(item: Pick<ContentItemRow, 'title' | 'body'>, count: number): StepQuestion {
  return {
    instructions: buildInstructions({ brief: HEADLINES }, [
      `Answer with ${count === 1 ? 'one title' : `${count} titles that differ from each other`}, and none that the text has already.`,
      'Write in the language of the text.',
    ]),
    prompt: buildPrompt({
      task: 'Suggest titles for the text',
      deliverable: 'ideas',
      items: count,
      settings: { present_title: item.title, text: item.body },
      context: {},
    }),
    maxOutputTokens: BASE_TOKENS + count * 100,
    temperature: 0.8,
    answer: { name: 'titles', schema: titlesSchema },
  };
}

/** Reads titles, each once and none that the item has. Throws UnusableAnswer when there is none. */
export function readTitles(answer: unknown, present: string, count: number): string[] {
  const read = readObject(titlesSchema, answer).titles.map((title) =>
    cutAtWord(oneLine(title.replace(/^#+ /, '')), MAX_TITLE_LENGTH),
  );
  const known = new Set(['', present.toLowerCase()]);
  const titles = read.filter((title) => {
    const isNew = !known.has(title.toLowerCase());
    known.add(title.toLowerCase());
    return isNew;
  });
  if (titles.length === 0) throw new UnusableAnswer('The answer has no new title.');
  return titles.slice(0, count);
}
