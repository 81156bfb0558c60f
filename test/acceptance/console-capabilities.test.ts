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
import { createUser, type Person } from '../environment/oauth.ts';
import { createPartner } from '../environment/partners.ts';

jest.setTimeout(240_000);

let browser: Browser;
let person: Person;
beforeAll(async () => {
  browser = await startConsoleBrowser();
  person = await createUser((await createPartner({ credits: 1_000 })).id);
});
afterAll(async () => {
  await browser?.close();
});

test('a capability is found, tells its cost, says which field is wrong, and starts', async () => {
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/412|422/);
  const page = await visitor.open('/capabilities', person);
  await settled(page);
  await page.getByLabel('Search').fill('blog post');
  await page.waitForURL(/q=blog/);
  await page.getByRole('link', { name: 'Blog post', exact: true }).click();
  await page.waitForURL(addressOf('/capabilities/blog_post'));
  await page.getByRole('button', { name: /^Start for about \d+ credits$/ }).click();
  await page.getByRole('alert').getByText('settings.topic').waitFor();
  await page.getByLabel(/topic/i).fill('Why partners like forms');
  for (const word of ['forms', 'partners']) {
    await page.getByRole('combobox', { name: 'Keywords' }).fill(word);
    await page.getByRole('combobox', { name: 'Keywords' }).press('Enter');
  }
  await page.getByRole('button', { name: /^Start for/ }).click();
  await page.waitForURL(/\/console\/executions\/\d+$/);
  await page.getByText('Completed').first().waitFor();
  await page.getByRole('region', { name: 'Settings' }).getByText('forms, partners').waitFor();
  await visitor.leave();
});

test('what may be left open is no more than an empty field', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/capabilities/customer_story_kit', person);
  await page.getByLabel('Lessons learned').fill('Start with the reports that people read.');
  await page.getByRole('combobox', { name: 'Use cases' }).click();
  await page.getByRole('option', { name: 'Analytics' }).click();
  expect(await page.getByText(/option \d/).count()).toBe(0);
  await visitor.leave();
});

test.each(['/capabilities', '/capabilities/blog_post', '/capabilities/customer_story_kit'])(
  '%s keeps to WCAG 2.2 AA in light and dark',
  async (place) => {
    const visitor = await Visitor.arrive(browser);
    const page = await visitor.open(place, person);
    await settled(page);
    await page
      .getByRole('button', { name: /^Start for/ })
      .or(page.getByLabel('Search'))
      .waitFor();
    await expectAccessible(page);
    await expectToFit(page);
    await visitor.leave();
  },
);
