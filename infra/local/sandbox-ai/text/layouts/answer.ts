import { flatten } from '../../brief/subject.ts';
import { countWords, sentencesOf } from '../../brief/words.ts';
import type { Author } from '../author.ts';
import { answerSentences } from '../bank/work.ts';
import type { Document } from '../document.ts';

/** An answer in running text without a title: what given passages say about the question, then general advice. */
export function answerDocument(author: Author): Document {
  const passages = relevantSentences(author).slice(0, 6);
  const [short, ...rest] = author.fillAll(answerSentences);
  const first = passages.length > 0 ? passages.slice(0, 3) : [short];
  return {
    title: undefined,
    parts: [
      {
        style: 'prose',
        items: [first.filter((each) => each !== undefined)],
        spare: [...passages.slice(3), ...rest],
      },
    ],
  };
}

/** Sentences of the given passages and of earlier work that share words with the question, the nearest first. */
function relevantSentences({ brief, subject }: Author): string[] {
  const question = wordsOf(
    [subject.topic, ...brief.inputs.flatMap(({ value }) => (isShort(value) ? [value] : []))].join(' '),
  );
  const texts = [
    ...brief.inputs.flatMap(({ name, value }) => flatten(name, value).map(({ text }) => text)),
    ...brief.earlier.map(({ text }) => text),
  ];
  const avoided = brief.avoid.map((phrase) => phrase.toLowerCase());
  return [...new Set(texts.filter((text) => countWords(text) > 12).flatMap(sentencesOf))]
    .filter((sentence) => !avoided.some((phrase) => sentence.toLowerCase().includes(phrase)))
    .map((sentence) => ({ sentence, shared: [...wordsOf(sentence)].filter((word) => question.has(word)).length }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared)
    .map(({ sentence }) => sentence);
}

function isShort(value: unknown): value is string {
  return typeof value === 'string' && countWords(value) <= 30;
}

function wordsOf(text: string): Set<string> {
  return new Set((text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []).map((word) => word.slice(0, 7)));
}
