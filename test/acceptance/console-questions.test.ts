import { beforeAll, expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  addressOf,
  expectAccessible,
  expectCount,
  expectToFit,
  expectValue,
  openConsole,
  settled,
  Visitor,
} from '../environment/console.ts';
import { complete } from '../environment/executions.ts';
import { createKnowledgeBase, documentIn, documentRead } from '../environment/knowledge-bases.ts';
import { createUser } from '../environment/oauth.ts';
import { createPartner } from '../environment/partners.ts';
import { addFault, marker, removeFaults } from '../environment/sandbox-ai.ts';

jest.setTimeout(240_000);

const HANDBOOK = [
  '# Opening hours\n\nThe hotline answers on weekdays from eight to six.',
  '# Returns\n\nGoods can be returned within thirty days of the purchase.',
  '# Warranty\n\nBatteries have a warranty of two years.',
].join('\n\n');

const { browser, partner, person } = await openConsole();
let base: number;
beforeAll(async () => {
  base = await createKnowledgeBase(partner, { Handbook: HANDBOOK });
});

const answerIn = (page: Page) => page.getByRole('region', { name: 'Answer' });

async function ask(page: Page, question: string) {
  await page.getByRole('textbox', { name: 'Question' }).fill(question);
  await page.getByRole('button', { name: /^Ask for about \d+ credits$/ }).click();
}

test('a question is answered with citations, and each opens its passage with the quote marked', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/knowledge/${base}`, person);
  await settled(page);
  await page.getByRole('link', { name: 'Ask the documents' }).click();
  await page.waitForURL(addressOf(`/knowledge/ask?base=${base}`));
  await ask(page, 'Within how many days can goods be returned?');
  await answerIn(page).getByText('Within how many days can goods be returned?', { exact: true }).waitFor();
  const citations = answerIn(page).getByRole('list', { name: 'Citations' }).getByRole('listitem');
  await citations.first().waitFor();
  const asked = page.url();
  await answerIn(page).getByRole('button', { name: 'Citation 1' }).first().click();
  await page.locator('li:focus').getByText('Handbook, Returns').waitFor();
  await expectAccessible(page);
  await citations.first().getByRole('link', { name: 'Open the passage of citation 1' }).click();
  await page.getByRole('heading', { level: 1, name: 'Handbook' }).waitFor();
  const passage = page.getByRole('region', { name: 'Passage 2: Returns' });
  const mark = passage.locator('mark');
  await mark.waitFor();
  expect(await mark.textContent()).toMatch(/^Cited passage: .*returned/);
  await passage.locator('mark:focus').waitFor();
  await page.getByRole('region', { name: 'Before it' }).getByText('The hotline answers').waitFor();
  await page.getByRole('region', { name: 'After it' }).getByText('a warranty of two years').waitFor();
  await expectAccessible(page);
  await page.goBack();
  await page.waitForURL(asked);
  await citations.first().waitFor();
  await visitor.leave();
});

test('the passages of a document are read one after the other, and found in their list', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/knowledge/${base}`, person);
  await settled(page);
  await page.getByRole('table', { name: 'Documents' }).getByRole('link', { name: 'Handbook' }).click();
  const passages = page.getByRole('table', { name: 'Passages' });
  await passages.getByRole('row').nth(3).waitFor();
  await expectCount(passages.getByRole('row'), 4);
  await passages.getByRole('link', { name: 'Passage 1' }).click();
  const region = (name: string) => page.getByRole('region', { name });
  await region('Passage 1: Opening hours').waitFor();
  expect(await region('Before it').count()).toBe(0);
  await page.getByRole('link', { name: 'Later passage' }).click();
  await region('Passage 2: Returns').waitFor();
  await page.getByRole('link', { name: 'Later passage' }).click();
  await region('Passage 3: Warranty').waitFor();
  expect(await region('After it').count()).toBe(0);
  await page.getByRole('link', { name: 'All passages' }).click();
  await passages.waitFor();
  await visitor.leave();
});

test('what the documents do not say is said so', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/knowledge/ask', person);
  await ask(page, 'Who flies the zeppelin?');
  await answerIn(page).getByText('The documents do not say').waitFor();
  expect(await answerIn(page).getByRole('list', { name: 'Citations' }).count()).toBe(0);
  await expectAccessible(page);
  await visitor.leave();
});

test('where no passage answers, those that come nearest are shown, and can be opened', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/knowledge/ask', person);
  await ask(page, 'How many people answer the hotline on weekdays?');
  await answerIn(page).getByText('The documents do not say').waitFor();
  const nearest = answerIn(page).getByRole('list', { name: 'Closest passages' });
  await nearest.getByText('The hotline answers on weekdays').waitFor();
  await expectAccessible(page);
  await nearest.getByRole('link', { name: 'Open the passage of Handbook, Opening hours' }).click();
  await page.getByRole('region', { name: 'Passage 1: Opening hours' }).waitFor();
  await visitor.leave();
});

test('a question that fails says why, costs nothing, and can be asked again', async () => {
  const word = marker();
  const own = await createPartner();
  // The title stands in each prompt; a word of the question that occurs nowhere would find nothing.
  await createKnowledgeBase(own, { [word]: HANDBOOK });
  await addFault({ kind: 'refuse', match: word });
  const visitor = await Visitor.arrive(browser);
  try {
    const page = await visitor.open('/knowledge/ask', await createUser(own.id));
    await ask(page, 'Within how many days can goods be returned?');
    await answerIn(page).getByRole('alert').getByText('The question could not be answered').waitFor();
    await answerIn(page).getByText('Nothing was charged. You can ask again.').waitFor();
    await expectAccessible(page);
    await answerIn(page).getByRole('button', { name: 'Ask again' }).click();
    await expectValue(page.getByRole('textbox', { name: 'Question' }), /goods be returned/);
  } finally {
    await removeFaults(word);
  }
  await visitor.leave();
});

test('without credits the refusal says where there are some', async () => {
  const poor = await createPartner({ credits: 0 });
  await createKnowledgeBase(poor, { Handbook: HANDBOOK });
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/419/);
  const page = await visitor.open('/knowledge/ask', await createUser(poor.id));
  await ask(page, 'Within how many days can goods be returned?');
  await page.getByRole('alert').getByRole('link', { name: 'Buy credits' }).waitFor();
  await visitor.leave();
});

test('where there are no documents, the way to them is shown', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/knowledge/ask', await createUser((await createPartner()).id));
  await page.getByText('There is nothing to ask yet').waitFor();
  await page.getByRole('link', { name: 'Go to knowledge bases' }).click();
  await page.waitForURL(addressOf('/knowledge'));
  await visitor.leave();
});

test('whoever may only look reads answers, and asks nothing', async () => {
  const settings = { query: 'Within how many days can goods be returned?' };
  const { id } = await complete(partner, 'knowledge_base_query', { settings });
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/knowledge/ask?execution=${id}`, await createUser(partner.id, 'viewer'));
  await answerIn(page).getByRole('list', { name: 'Citations' }).getByRole('listitem').first().waitFor();
  await page.getByText('Your role may read answers').waitFor();
  expect(await page.getByRole('textbox', { name: 'Question' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: /^Ask/ }).count()).toBe(0);
  await visitor.leave();
});

test('a passage of a document that was replaced leads to what the document says now', async () => {
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/404/);
  const reply = await partner.request('POST /content-workflow/knowledge-bases/{id}/documents', {
    params: { id: base },
    body: { title: 'Prices', format: 'text', content: 'Shipping costs five euros.' },
  });
  const { id } = documentIn(reply);
  await documentRead(partner, base, id);
  const page = await visitor.open(`/knowledge/${base}/documents/${id}?passage=999999999&quote=five`, person);
  await page.getByText('This passage no longer exists').waitFor();
  await page.getByRole('link', { name: 'All passages' }).click();
  await page.getByRole('table', { name: 'Passages' }).getByText('Shipping costs five euros.').waitFor();
  await visitor.leave();
});

test.each(['question', 'passages'] as const)('the view of %s fits 360 px, in light and dark', async (view) => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(view === 'question' ? '/knowledge/ask' : `/knowledge/${base}`, person);
  await settled(page);
  if (view === 'passages') {
    await page.getByRole('link', { name: 'Handbook' }).click();
    await page.getByRole('table', { name: 'Passages' }).waitFor();
  }
  await expectAccessible(page);
  await expectToFit(page);
  await expectAccessible(page);
  await visitor.leave();
});
