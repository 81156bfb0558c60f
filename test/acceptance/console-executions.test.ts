import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import {
  addressOf,
  expectAccessible,
  expectToFit,
  settled,
  startConsoleBrowser,
  Visitor,
} from '../environment/console.ts';
import { execute } from '../environment/executions.ts';
import { createUser, type Person } from '../environment/oauth.ts';
import { createPartner, type Partner } from '../environment/partners.ts';

jest.setTimeout(240_000);

let browser: Browser;
let partner: Partner;
let person: Person;
beforeAll(async () => {
  browser = await startConsoleBrowser();
  partner = await createPartner({ credits: 1_000 });
  person = await createUser(partner.id);
});
afterAll(async () => {
  await browser?.close();
});

test('an execution is followed to its end without a reload', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/executions', person);
  await settled(page);
  await page.getByText('No executions').waitFor();
  const id = await execute(partner, 'blog_post', { settings: { topic: 'Why partners like dashboards' } });
  await page.goto(addressOf(`/executions/${id}`));
  await settled(page);
  await page.getByRole('region', { name: 'Content' }).getByText(/words/).waitFor();
  await page.getByText('Completed').first().waitFor();
  await page
    .getByRole('region', { name: 'Plan' })
    .getByText(/Completed/)
    .waitFor();
  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByText('The execution is archived.').waitFor();
  await page.getByText('Archived', { exact: true }).waitFor();
  await visitor.leave();
});

test('filters and pages stand in the address', async () => {
  for (let count = 0; count < 2; count += 1)
    await execute(partner, 'blog_post', { settings: { topic: `Filters ${count}` } });
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/executions', person);
  await settled(page);
  await page.getByLabel('Priority').selectOption('urgent');
  await page.getByText('No executions').waitFor();
  expect(page.url()).toBe(addressOf('/executions?priority=urgent'));
  await page.getByLabel('Priority').selectOption('');
  await page.getByRole('table').waitFor();
  await page.goto(addressOf('/executions?status=nonsense&page=-1'));
  await settled(page);
  await page.getByRole('table').waitFor();
  await visitor.leave();
});

test('whoever may only look is offered nothing else', async () => {
  const viewer = await createUser(partner.id, 'viewer');
  const id = await execute(partner, 'blog_post', { settings: { topic: 'What a viewer sees' } });
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(`/executions/${id}`, viewer);
  await settled(page);
  await page.getByText('Completed').first().waitFor();
  expect(await page.getByRole('button', { name: /Archive|Cancel|Retry/ }).count()).toBe(0);
  await visitor.leave();
});

test('another partner’s execution is refused in words, with the number of the request', async () => {
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/403/);
  const stranger = await createUser((await createPartner()).id);
  const id = await execute(partner, 'blog_post', { settings: { topic: 'Not for strangers' } });
  const page = await visitor.open(`/executions/${id}`, stranger);
  await page
    .getByRole('alert')
    .getByText(/^Request/)
    .waitFor();
  await visitor.leave();
});

test.each([
  ['the overview', '/'],
  ['the executions', '/executions'],
  ['one execution', ''],
])('%s keeps to WCAG 2.2 AA in light and dark, and fits 360 px', async (_name, place) => {
  const id = await execute(partner, 'blog_post', { settings: { topic: 'Accessible texts' } });
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open(place || `/executions/${id}`, person);
  await settled(page);
  if (place === '') await page.getByRole('button', { name: 'Archive' }).waitFor();
  await expectAccessible(page);
  await expectToFit(page);
  await expectAccessible(page);
  await visitor.leave();
});

test('speaks German where the browser does', async () => {
  const visitor = await Visitor.arrive(browser, { locale: 'de-DE' });
  const page = await visitor.open('/', person);
  await settled(page);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Übersicht');
  await visitor.leave();
});

test('the first load has at most 250 KB of JavaScript, compressed', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/executions', person);
  await settled(page);
  const bytes = await page.evaluate(
    `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
  );
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(250 * 1024);
  await visitor.leave();
});
