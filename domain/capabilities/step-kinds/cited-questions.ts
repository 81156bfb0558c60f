import { citedKind } from './cited-kind.ts';

const DEFAULT_COUNT = 10;

/** Finds questions that passages answer; each has the number of its citation. */
export const citedQuestions = citedKind({
  kind: 'cited_questions',
  method:
    'Find different questions about the topic, as buyers would type them into a search engine, each of which a passage answers; the quote is the answer. A statement is one question.',
  about: 'topic',
  count: ({ settings }) => Number(settings['result_count'] ?? DEFAULT_COUNT),
  summary: (count) =>
    count === 0 ? 'The documents do not tell.' : count === 1 ? 'Found 1 question.' : `Found ${count} questions.`,
  output: ({ statements }) => ({
    text: 'The documents answer these questions.',
    suggestions: statements.map(({ text }, index) => `${text} [${index + 1}]`),
  }),
});
