import { beforeAll, expect, jest, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { z } from 'zod';
import { expectAccessible, expectCount, expectToFit, openConsole, settled, Visitor } from '../environment/console.ts';
import { complete } from '../environment/executions.ts';
import { createUser } from '../environment/oauth.ts';
import { createPartner, type Partner } from '../environment/partners.ts';
import { waitUntil } from '../environment/wait-until.ts';

jest.setTimeout(240_000);

const { browser, partner, person } = await openConsole({ credits: 1_000 });
beforeAll(async () => {
  await complete(partner, 'blog_post', { settings: { topic: 'Cards that move' } });
});

const boardAnswer = z.object({ data: z.object({ columns: z.record(z.string(), z.object({ count: z.number() })) }) });
/** How many cards each column has. */
const columnsOf = async (of: Partner) => {
  const { columns } = boardAnswer.parse((await of.request('GET /content-workflow/kanban')).body).data;
  return Object.fromEntries(Object.entries(columns).map(([name, { count }]) => [name, count]));
};
/** What scripts of a page read of its elements. */
interface Window {
  getComputedStyle(of: unknown): { opacity: string };
}
const opacityOf = (locator: Locator) =>
  locator.evaluate((element) => (globalThis as unknown as Window).getComputedStyle(element).opacity);
const cardIn = (page: Page, column: string) => page.getByRole('region', { name: column }).getByRole('group');

test('a card is dragged, taken back, and moved by keyboard, and somebody else sees it without a reload', async () => {
  const visitors = [await Visitor.arrive(browser), await Visitor.arrive(browser)] as const;
  const mine = await visitors[0].open('/board', person);
  const theirs = await visitors[1].open('/board', await createUser(partner.id));
  for (const page of [mine, theirs]) await settled(page);
  const columns = ['Generated', 'In review'];
  await cardIn(mine, 'Generated').or(cardIn(mine, 'In review')).waitFor();
  const [from = ''] = (await cardIn(mine, 'Generated').count()) > 0 ? columns : columns.toReversed();
  await cardIn(mine, from).dragTo(mine.getByRole('region', { name: 'Ready' }));
  await cardIn(mine, 'Ready').waitFor();
  await cardIn(theirs, 'Ready').waitFor();
  await mine.getByRole('button', { name: 'Undo' }).click();
  await cardIn(theirs, from).waitFor();
  const choice = cardIn(mine, from).getByRole('combobox');
  await choice.focus();
  await choice.selectOption('Published');
  await cardIn(theirs, 'Published').waitFor();
  for (const visitor of visitors) await visitor.leave();
});

test('keys on the title of a card move and select it, the focus goes with it, and its actions wait until they are needed', async () => {
  const own = await createPartner({ credits: 1_000 });
  await complete(own, 'blog_post', { settings: { topic: 'Keys' } });
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/board', await createUser(own.id));
  const card = page.getByRole('group');
  const actions = card.locator('.board-actions');
  await page.getByRole('heading', { level: 1 }).hover();
  await waitUntil('the actions to be out of sight', async () => (await opacityOf(actions)) === '0');
  await card.getByRole('link').focus();
  await waitUntil('the actions to be shown', async () => (await opacityOf(actions)) === '1');
  await page.keyboard.press('3');
  const moved = cardIn(page, 'Ready').getByRole('link');
  await moved.waitFor();
  await page.getByText('moved to “Ready”.').waitFor();
  await moved.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('x');
  await page.getByRole('toolbar', { name: 'Selected cards' }).getByText('Move 1 selected to').waitFor();
  expect(await columnsOf(own)).toEqual({ generated: 0, review: 0, ready: 1, published: 0 });
  await page.keyboard.press('Control+1');
  await expectCount(cardIn(page, 'Ready'), 1);
  await visitor.leave();
});

test('several cards are moved together by keyboard, taken back to their columns, and dragged together', async () => {
  const own = await createPartner({ credits: 1_000 });
  for (const topic of ['First', 'Second', 'Third']) {
    const { attributes } = await complete(own, 'blog_post', { settings: { topic } });
    const contentId = attributes.generated_assets[0]?.id ?? 0;
    const status = topic === 'Third' ? 'review' : 'generated';
    await own.request('POST /content-workflow/kanban/{contentId}/status', { params: { contentId }, body: { status } });
  }
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/board', await createUser(own.id));
  await cardIn(page, 'In review').waitFor();
  await page.getByLabel('Select all in “Generated”').press('Space');
  await cardIn(page, 'In review').getByRole('checkbox').press('Space');
  const bar = page.getByRole('toolbar', { name: 'Selected cards' });
  await bar.getByText('Move 3 selected to').waitFor();
  await bar.getByRole('button', { name: 'Published' }).press('Enter');
  await page.getByText('3 cards moved to “Published”.').waitFor();
  expect(await columnsOf(own)).toEqual({ generated: 0, review: 0, ready: 0, published: 3 });
  await bar.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await page.getByText('3 cards moved back.').waitFor();
  await cardIn(page, 'Generated').getByRole('link').and(page.locator(':focus')).waitFor();
  expect(await columnsOf(own)).toEqual({ generated: 2, review: 1, ready: 0, published: 0 });

  await expectCount(cardIn(page, 'Generated'), 2);
  await page.getByLabel('Select all in “Generated”').check();
  await cardIn(page, 'Generated')
    .first()
    .dragTo(page.getByRole('region', { name: 'Ready' }));
  await page.getByText('2 cards moved to “Ready”.').waitFor();
  expect(await columnsOf(own)).toEqual({ generated: 0, review: 1, ready: 2, published: 0 });
  await visitor.leave();
});

test('whoever may only look can move nothing', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/board', await createUser(partner.id, 'viewer'));
  await settled(page);
  await page.getByRole('region', { name: 'Published' }).waitFor();
  expect(await page.getByRole('group').getByRole('combobox').count()).toBe(0);
  expect(await page.getByRole('checkbox').count()).toBe(0);
  await visitor.leave();
});

test('the board keeps to WCAG 2.2 AA in light and dark, and fits 360 px', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/board', person);
  await settled(page);
  await expectAccessible(page);
  await expectToFit(page);
  await page.getByRole('group').getByRole('checkbox').first().check();
  await page.getByRole('toolbar', { name: 'Selected cards' }).waitFor();
  await expectAccessible(page);
  await expectToFit(page);
  await visitor.leave();
});
