import { expect, test } from '@jest/globals';
import { stepContext, wordsOf } from '../../test/environment/capabilities.ts';
import type { DraftContent, StepResult } from '../capabilities/types.ts';
import { inspect } from './step-io.ts';

const CARD = '4111 1111 1111 1111';
const context = (more: Record<string, unknown> = {}) =>
  stepContext('blog_post', 'post', { settings: { topic: 'Clouds' }, context: more });

function wrote(draft: Partial<DraftContent>): StepResult {
  const drafts: DraftContent[] = [{ title: 'Clouds', content_type: 'blog_post', body: wordsOf(500), ...draft }];
  return { summary: 'Written.', output: { type: 'content', items: [] }, drafts };
}

const actions = async (result: StepResult, more?: Record<string, unknown>) =>
  (
    await inspect(context(more), result, {
      agent: { blocking: [], banned_phrases: [] },
      allowed: { partnerId: 1, terms: [] },
    })
  ).map(({ action }) => action);

test('a clean text has no hits', async () => {
  expect(await actions(wrote({}))).toEqual([]);
});

test.each([
  ['title', { title: `Pay with ${CARD}` }],
  ['text', { body: `${wordsOf(500)} Pay with ${CARD}.` }],
])('a card number in the %s blocks', async (_where, draft) => {
  expect(await actions(wrote(draft))).toContain('block');
});

test('notes are examined as well as drafts', async () => {
  const notes: StepResult = { summary: '', output: { type: 'notes', text: `Pay with ${CARD}` }, drafts: [] };
  expect(await actions(notes)).toContain('block');
});

test('a text that is too short goes to review, but not for its title', async () => {
  expect(await actions(wrote({ body: wordsOf(20) }))).toEqual(['review']);
});

test('the brand’s list is used if it is a list, and only the phrases in it', async () => {
  const body = `${wordsOf(500)} This is a game changer.`;
  expect(await actions(wrote({ body }), { brand_voice: { donts: ['game changer', 7] } })).toEqual(['review']);
  for (const brand_voice of [null, 'game changer', {}, { donts: 'game changer' }]) {
    expect(await actions(wrote({ body }), { brand_voice })).toEqual([]);
  }
});

test('a rule that matches several times is reported once', async () => {
  const drafts = [...wrote({ title: CARD }).drafts, ...wrote({ title: CARD }).drafts];
  expect(await actions({ ...wrote({}), drafts })).toEqual(['block']);
});
