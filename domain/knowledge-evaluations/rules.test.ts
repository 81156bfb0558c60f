import { expect, test } from '@jest/globals';
import { type Asked, compare, foundAt, MAX_CHANGED, outcomeOf, resultOf } from './rules.ts';

const EXPECTED = { document_id: 1, contains: 'thirty days' };

const passage = (document_id: number, text: string) => ({
  passage_id: document_id,
  document_id,
  title: 'Shop',
  section: '',
  rank: 0.5,
  text,
  isOfExpected: document_id === EXPECTED.document_id,
});

test('a passage is expected where it is of the document and has the words, in any letter case and with any spaces', () => {
  const found = foundAt(
    [passage(2, 'Within thirty days.'), passage(1, 'Within sixty days.'), passage(1, 'Within THIRTY\n days.')],
    EXPECTED,
  );
  expect(found.map(({ is_expected }) => is_expected)).toEqual([false, false, true]);
  expect(outcomeOf(found, EXPECTED)).toEqual({ hit_position: 3, passed: true });
  expect(outcomeOf(found.slice(0, 2), EXPECTED)).toEqual({ hit_position: null, passed: false });
});

test('where nothing is expected, only finding nothing passes', () => {
  expect(outcomeOf(foundAt([passage(1, 'thirty days')], null), null)).toEqual({ hit_position: null, passed: false });
  expect(outcomeOf([], null)).toEqual({ hit_position: null, passed: true });
});

function asked(
  position: number,
  hit_position: number | null,
  found: number,
  expected: Asked['expected'] = EXPECTED,
): Asked {
  const passed = expected === null ? found === 0 : hit_position !== null;
  return { position, question: `Question ${position}?`, expected, found, hit_position, passed };
}

const RUN = [
  asked(1, 1, 10),
  asked(2, 5, 10),
  asked(3, 10, 10),
  asked(4, null, 10),
  asked(5, null, 0),
  asked(6, null, 0, null),
  asked(7, null, 3, null),
];

test('shares are of the questions that they are about', () => {
  expect(resultOf(RUN)).toEqual({
    passed: 4,
    recall_at_1: 0.2,
    recall_at_5: 0.4,
    recall_at_10: 0.6,
    // Three of the five for which something was found.
    precision: 0.6,
    // (1 + 1/5 + 1/10) / 5
    mrr: 0.26,
    refusals: { right: 1, wrong: 1, missed: 1 },
  });
});

test('shares of nothing are unknown', () => {
  const unknown = { recall_at_1: null, recall_at_5: null, recall_at_10: null, precision: null, mrr: null };
  expect(resultOf([asked(1, null, 0, null)])).toMatchObject({ ...unknown, passed: 1 });
  expect(resultOf([])).toMatchObject({ ...unknown, passed: 0 });
});

test('runs are compared over the questions that both have', () => {
  const other = { ...asked(8, 1, 1), question: 'Only now?' };
  const elsewhere = { ...asked(2, 1, 1), expected: { document_id: 2, contains: 'x' } };
  const now = [asked(1, 2, 10), elsewhere, asked(4, 1, 10), asked(7, null, 0, null), other];
  expect(compare(9, RUN, now)).toEqual({
    run_id: 9,
    questions: 3,
    passed_delta: 2,
    recall_delta: 0.5,
    // From one in three to all of two.
    precision_delta: 0.6667,
    mrr_delta: 0.25,
    changed_total: 3,
    changed: [
      {
        position: 4,
        question: 'Question 4?',
        was: { passed: false, hit_position: null },
        is: { passed: true, hit_position: 1 },
      },
      {
        position: 7,
        question: 'Question 7?',
        was: { passed: false, hit_position: null },
        is: { passed: true, hit_position: null },
      },
      {
        position: 1,
        question: 'Question 1?',
        was: { passed: true, hit_position: 1 },
        is: { passed: true, hit_position: 2 },
      },
    ],
  });
});

test('a comparison lists the first changes only, and no whole long question', () => {
  const many = (hit: number | null) =>
    Array.from({ length: MAX_CHANGED + 1 }, (_, n) => ({
      ...asked(n + 1, hit, 10),
      question: `${n} `.padEnd(199, 'x') + '😀'.repeat(n === 0 ? 400 : 0) + 'x'.repeat(n === 0 ? 0 : 700),
    }));
  const { changed, changed_total } = compare(1, many(1), many(null));
  expect([changed.length, changed_total]).toEqual([MAX_CHANGED, MAX_CHANGED + 1]);
  expect(Math.max(...changed.map(({ question }) => question.length))).toBe(200);
  // The database takes no half of a character.
  expect(changed.filter(({ question }) => !question.isWellFormed())).toEqual([]);
});
