import { beforeAll, expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  addressOf,
  expectAccessible,
  expectCount,
  expectToFit,
  openConsole,
  settled,
  Visitor,
} from '../environment/console.ts';
import { withDatabase } from '../environment/database.ts';
import { createKnowledgeBase, documentsOf } from '../environment/knowledge-bases.ts';
import { createEvaluation, runOf } from '../environment/knowledge-evaluations.ts';
import { createUser } from '../environment/oauth.ts';
import { waitUntil } from '../environment/wait-until.ts';

jest.setTimeout(240_000);

const { browser, partner, person } = await openConsole();
let base: number;
let returns: number;
beforeAll(async () => {
  base = await createKnowledgeBase(partner, {
    Returns: '# Returns\n\nGoods can be returned within 30 days.',
    Warranty: '# Warranty\n\nBatteries have a warranty of two years.',
  });
  returns = (await documentsOf(partner, base)).find(({ attributes }) => attributes.title === 'Returns')?.id ?? 0;
});

/** Adds a question in the form of an evaluation; undefined: nothing should be found. */
async function addQuestion(page: Page, question: string, expected?: { document: string; contains: string }) {
  await page.getByRole('button', { name: 'Add a question' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a question' });
  await dialog.getByRole('textbox', { name: 'Question' }).fill(question);
  if (expected) {
    await dialog.getByRole('combobox', { name: 'Document' }).selectOption(expected.document);
    await dialog.getByRole('textbox', { name: 'Words of the passage' }).fill(expected.contains);
  } else {
    await dialog.getByText('Nothing', { exact: true }).click();
  }
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await dialog.waitFor({ state: 'detached' });
}

test('an evaluation is written, run, changed, and run again beside the run before', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/knowledge/${base}`, person);
  await settled(page);
  await page.getByRole('link', { name: 'Evaluations' }).click();
  await page.getByText('No evaluations yet').waitFor();
  await page.getByRole('link', { name: 'New evaluation' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Support');
  await addQuestion(page, 'Within how many days can goods be returned?', {
    document: 'Returns',
    contains: 'WITHIN  30 days',
  });
  await addQuestion(page, 'How long is the warranty of batteries?', { document: 'Warranty', contains: 'three years' });
  await addQuestion(page, 'Who was the first emperor of Rome?');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create the evaluation' }).click();
  await page.getByRole('heading', { level: 1, name: 'Support' }).waitFor();
  await page.getByText('No runs yet').waitFor();
  const expected = page.getByRole('list', { name: 'Questions' }).getByRole('link', { name: 'Returns' });
  expect(await expected.getAttribute('href')).toMatch(new RegExp(`/knowledge/${base}/documents/${returns}$`));
  await page.getByRole('button', { name: 'Run' }).click();

  const result = page.getByRole('region', { name: 'Result' });
  await result.getByText('2 of 3', { exact: true }).waitFor();
  await result.getByText('There is no earlier completed run to compare with.').waitFor();
  const questions = page.getByRole('table', { name: 'By question' });
  const row = (text: string) => questions.getByRole('row').filter({ hasText: text });
  await row('can goods be returned').getByText('Found at rank 1').waitFor();
  await row('warranty of batteries').getByText('Found another passage').waitFor();
  await row('emperor of Rome').getByText('Correctly refused').waitFor();
  await row('warranty of batteries').getByRole('link', { name: 'Warranty', exact: true }).waitFor();
  await row('warranty of batteries')
    .getByText(/^Results/)
    .click();
  await row('warranty of batteries').getByRole('link', { name: 'Warranty, Warranty' }).waitFor();
  await page.getByRole('switch', { name: 'Failed only' }).press('Space');
  await row('can goods be returned').waitFor({ state: 'detached' });
  await expectCount(questions.getByRole('row'), 2);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Back to the evaluation' }).click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await waitUntil('the form', async () => (await page.title()).startsWith('Edit: '));
  await page.getByRole('button', { name: 'Edit: How long is the warranty of batteries?' }).click();
  await page.getByRole('textbox', { name: 'Words of the passage' }).fill('two years');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('button', { name: 'Remove: Who was the first emperor of Rome?' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Evaluation saved.').waitFor();
  await page.getByRole('button', { name: 'Run' }).click();
  await result.getByText('2 of 2', { exact: false }).waitFor();
  await result.getByText('±0 since the previous run').first().waitFor();
  await result.getByText('Over the one question that both runs have.').waitFor();
  await result.getByText('No question has another outcome.').waitFor();
  await result.getByRole('link', { name: 'Open the previous run' }).click();
  await result.getByText('2 of 3', { exact: true }).waitFor();

  await page.getByRole('link', { name: 'Back to the evaluation' }).click();
  await page.getByRole('table', { name: 'Runs' }).getByText('2 of 3').waitFor();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
  await page.waitForURL(addressOf(`/knowledge/${base}/evaluations`));
  await page.getByText('No evaluations yet').waitFor();
  await visitor.leave();
});

test('a run shows which questions ended otherwise than before', async () => {
  const id = await createKnowledgeBase(partner, { Returns: 'Goods can be returned within 30 days.' });
  const [document] = await documentsOf(partner, id);
  const evaluation = await createEvaluation(partner, id, document?.id ?? 0, 'within 30 days');
  await runOf(partner, { id, evaluation });
  await partner.request('DELETE /content-workflow/knowledge-bases/{id}/documents/{document}', {
    params: { id, document: document?.id ?? 0 },
  });
  const run = await runOf(partner, { id, evaluation });
  // As where the provider of embeddings gave no answer.
  await withDatabase((database) =>
    database.query('UPDATE knowledge_evaluation_run SET without_meaning = 1 WHERE id = $1', [run]),
  );
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/knowledge/${id}/evaluations/${evaluation}/runs/${run}`, person);
  const changed = page.getByRole('table', { name: 'Compared with the previous run' }).getByRole('row');
  await changed.nth(1).getByText('Found at rank 1').waitFor();
  await changed.nth(1).getByText('Failed').waitFor();
  await page.getByText('−1 since the previous run').first().waitFor();
  await page.getByRole('table', { name: 'By question' }).getByText('Nothing found').waitFor();
  await page.getByText(`in Document #${document?.id}`).waitFor();
  await page.getByRole('alert').getByText('1 of the questions was searched by words only').waitFor();
  await visitor.leave();
});

test('a question that lacks something or is there already is not taken over', async () => {
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/422/);
  const page = await visitor.open(`/knowledge/${base}/evaluations/new`, person);
  await addQuestion(page, 'Is it sunny?');
  await page.getByRole('button', { name: 'Add a question' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Question' }).fill('Is it sunny?');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await dialog.getByText('This question exists already.').waitFor();
  await expectCount(dialog.getByText('Required.'), 2);
  await dialog.locator('textarea:focus').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  // The API says what the form cannot know: the name is missing.
  await page.getByRole('button', { name: 'Create the evaluation' }).click();
  await page.locator('input[aria-invalid="true"]:focus').waitFor();
  // What was typed is there after a reload.
  await page.reload();
  await page.getByRole('list', { name: 'Questions' }).getByText('Is it sunny?').waitFor();
  await visitor.leave();
});

test('whoever may only look reads evaluations and their runs, and changes nothing', async () => {
  const evaluation = await createEvaluation(partner, base, returns, 'within 30 days');
  const run = await runOf(partner, { id: base, evaluation });
  const visitor = await Visitor.arrive(browser);
  const place = `/knowledge/${base}/evaluations/${evaluation}`;
  const page = await visitor.open(place, await createUser(partner.id, 'viewer'));
  await page.getByRole('list', { name: 'Questions' }).getByText('Expected: nothing').waitFor();
  await page.getByRole('table', { name: 'Runs' }).getByText('2 of 2').waitFor();
  expect(await page.getByRole('button', { name: /Run|Delete/ }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
  await page.goto(addressOf(`${place}/runs/${run}`));
  await page.getByRole('table', { name: 'By question' }).getByText('Found at rank 1').waitFor();
  await page.goto(addressOf(`/knowledge/${base}/evaluations/new`));
  await page.getByText('Your role may read evaluations, but not write them.').waitFor();
  await visitor.leave();
});

test.each(['list', 'evaluation', 'form', 'run'] as const)(
  'the view %s of evaluations keeps to WCAG 2.2 AA in light and dark, and fits 360 px',
  async (view) => {
    const evaluation = await createEvaluation(partner, base, returns, 'within 30 days');
    const run = await runOf(partner, { id: base, evaluation });
    const all = `/knowledge/${base}/evaluations`;
    const place = {
      list: all,
      evaluation: `${all}/${evaluation}`,
      form: `${all}/${evaluation}/edit`,
      run: `${all}/${evaluation}/runs/${run}`,
    };
    const visitor = await Visitor.arrive(browser);
    const page = await visitor.open(place[view], person);
    await settled(page);
    await expectAccessible(page);
    await expectToFit(page);
    await expectAccessible(page);
    await visitor.leave();
  },
);
