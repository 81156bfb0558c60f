import { expect, test } from '@jest/globals';
import { answerOf, nearestOf, piecesOf } from './answer-of.ts';

const CITATION = { number: 1, document: 'Prices', section: 'Shipping', quote: 'It costs 4.90 euros.' };
const PLACE = { knowledge_base_id: 2, document_id: 3, passage_id: 4 };
const step = (output: Record<string, unknown> | null) => ({
  key: 'answer',
  status: 'completed' as const,
  started_at: null,
  completed_at: null,
  credits_used: 2,
  attempts: 1,
  summary: null,
  output,
  reused_from: null,
});
const answer = (citation: object) => ({ type: 'answer', text: 'So much. [1]', suggestions: [], citations: [citation] });

test('an answer names the places of its citations, where there are any', () => {
  const placed = answerOf({ step_results: [step(answer({ ...CITATION, ...PLACE }))] });
  expect(placed?.citations).toEqual([{ ...CITATION, place: { base: 2, document: 3, passage: 4 } }]);
  // Of an answer from before citations named passages, and of the platform's own documents.
  for (const nowhere of [{ document_id: 3 }, { knowledge_base_id: null, document_id: null, passage_id: null }]) {
    const unplaced = answerOf({ step_results: [step(answer({ ...CITATION, ...nowhere }))] });
    expect(unplaced?.citations).toEqual([{ ...CITATION, place: undefined }]);
  }
});

test('what is no answer is none', () => {
  expect(answerOf({ step_results: [] })).toBeUndefined();
  expect(answerOf({ step_results: [step(null)] })).toBeUndefined();
  expect(answerOf({ step_results: [step({ type: 'text', text: 'x' })] })).toBeUndefined();
  expect(answerOf({ step_results: [step({ type: 'answer', text: 'x' })] })).toBeUndefined();
});

test('an answer is parted at the marks of its own citations only', () => {
  const citations = [1, 2].map((number) => ({ ...CITATION, number, place: undefined }));
  expect(piecesOf({ text: 'One. [1] Two of [2024]. [2]', suggestions: [], citations })).toEqual([
    'One. ',
    1,
    ' Two of [2024]. ',
    2,
  ]);
  expect(piecesOf({ text: 'One. [3]', suggestions: [], citations }).join('')).toBe('One. [3]');
});

test('the three passages that came nearest have their places, where there are any', () => {
  const passage = { document: 'Prices', section: 'Shipping', text: 'It costs 4.90 euros.', language: 'en', ...PLACE };
  const nowhere = { document: 'Sent', section: '', text: 'Own text.' };
  const nearest = nearestOf({ context: { passages: [passage, nowhere, passage, passage] } });
  expect(nearest).toHaveLength(3);
  expect(nearest.slice(0, 2)).toEqual([
    {
      document: 'Prices',
      section: 'Shipping',
      text: 'It costs 4.90 euros.',
      place: { base: 2, document: 3, passage: 4 },
    },
    { document: 'Sent', section: '', text: 'Own text.', place: undefined },
  ]);
  // Of an execution that has read nothing yet, or whose material has been deleted.
  expect(nearestOf({ context: {} })).toEqual([]);
});
