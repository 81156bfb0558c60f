import { citedKind } from './cited-kind.ts';

/** Sentences of an answer. */
const MAX_SENTENCES = 10;

/** Answers a question from passages; each sentence has the number of its citation. */
export const citedAnswer = citedKind({
  kind: 'cited_answer',
  method: `Answer the question in the inputs directly, in one to ${MAX_SENTENCES} statements of one sentence each.`,
  about: 'query',
  count: () => MAX_SENTENCES,
  summary: (count) => (count === 0 ? 'The documents do not tell.' : 'Answered the question.'),
  output: ({ statements, suggestions }) => ({
    text: statements.map(({ text }, index) => `${text} [${index + 1}]`).join(' '),
    suggestions,
  }),
});
