import { flatten } from '../../brief/inputs.ts';
import { isDirective } from '../../brief/topic.ts';
import { countWords, sentencesOf } from '../../brief/words.ts';
import type { Author } from '../author.ts';
import { answerSentences } from '../bank/work.ts';
import type { Document } from '../document.ts';

/** An answer in running text without a title: what the given passages say about the question, else general advice. */
export function answerDocument(author: Author): Document {
  const passages = relevantSentences(author);
  const [short, ...rest] = author.fillAll(answerSentences);
  const first = passages.length > 0 ? passages.slice(0, 4) : [short];
  const sentences = first.filter((each) => each !== undefined);
  const spare = [...passages.slice(4), ...rest];
  return { title: undefined, parts: [{ style: 'prose', items: [sentences], spare }], terse: passages.length > 0 };
}

/**
 * Sentences of the given passages, of earlier work and of the background that share words with the question. Those of one
 * passage stay together; the nearest passage comes first.
 */
function relevantSentences(author: Author): string[] {
  const { brief, subject } = author;
  const question = wordsOf(
    [subject.topic, ...brief.inputs.flatMap(({ value }) => (isShort(value) ? [value] : []))].join(' '),
  );
  const shared = (text: string): number => [...wordsOf(text)].filter((word) => question.has(word)).length;
  const texts = [
    ...brief.inputs.flatMap(({ name, value }) => flatten(name, value).map(({ text }) => text)),
    ...brief.earlier.map(({ text }) => text),
    ...brief.background.split('\n'),
  ];
  const ranked = texts
    .filter((text) => countWords(text) > 8 && !isDirective(text) && shared(text) > 0)
    .sort((a, b) => shared(b) - shared(a));
  const sentences = ranked.flatMap((text, index) =>
    sentencesOf(text).filter((each) => index === 0 || shared(each) > 0),
  );
  return [...new Set(sentences)].filter((sentence) => author.allowed(sentence));
}

function isShort(value: unknown): value is string {
  return typeof value === 'string' && countWords(value) <= 30;
}

function wordsOf(text: string): Set<string> {
  return new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [])
      .filter((word) => !common.has(word))
      .map((word) => word.replace(/(?:ing|ed|es|s)$/, '').slice(0, 6)),
  );
}

const common = new Set(
  'the and for are how what can does did our your you with that this from have has when who which why will'.split(' '),
);
