import { expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openConsole, settled, Visitor } from '../environment/console.ts';
import { send } from '../environment/http.ts';
import { runningStack } from '../environment/running-stack.ts';

jest.setTimeout(240_000);

const { browser, person } = await openConsole();

/** The name of the error that a statement throws in the page; "none" if it throws none. */
async function errorOf(page: Page, statement: string): Promise<unknown> {
  return page.evaluate(`(() => { try { ${statement}; return 'none'; } catch (error) { return error.name; } })()`);
}

const REFUSED = [
  `document.createElement('div').innerHTML = '<b>bold</b>'`,
  `document.createElement('div').insertAdjacentHTML('beforeend', '<b>bold</b>')`,
  `document.createElement('iframe').srcdoc = '<b>bold</b>'`,
  `new DOMParser().parseFromString('<b>bold</b>', 'text/html')`,
  `document.write('<b>bold</b>')`,
  `document.createElement('script').text = 'alert(1)'`,
  `document.createElement('script').src = location.origin + '/openapi.json'`,
  `new Worker(location.origin + '/openapi.json')`,
  `new Worker('data:text/javascript,1')`,
];

test('the console takes no text for markup, code or a script', async () => {
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/Trusted|require-trusted-types-for/);
  const page = await visitor.open('/', person);
  await settled(page);
  for (const statement of REFUSED)
    expect([statement, await errorOf(page, statement)]).toEqual([statement, 'TypeError']);
  expect(await errorOf(page, `trustedTypes.createPolicy('other', { createHTML: String })`)).toBe('TypeError');
  expect(await errorOf(page, `document.createElement('style').innerHTML = 'p > b { margin: 0 }'`)).toBe('none');
  await visitor.leave();
});

test('the API reference works under the same rule', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.window();
  await page.goto(`${runningStack().origins[0]}/docs`);
  await page.getByRole('heading', { level: 1, name: 'Marketwright' }).waitFor();
  await page.getByRole('button', { name: 'Open Group - Capabilities' }).click();
  await page
    .getByRole('link', { name: /List the capabilities/ })
    .first()
    .click();
  await page
    .getByRole('heading', { name: /List the capabilities/ })
    .first()
    .waitFor();
  await visitor.leave();
});

test('the guides are searched without a script', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.window();
  await page.goto(`${runningStack().origins[0]}/docs/guides`);
  await page.getByRole('searchbox', { name: 'Search' }).fill('rotating the secret');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('heading', { level: 1, name: 'Search' }).waitFor();
  await page.getByRole('link', { name: 'Managing a webhook' }).click();
  await page.getByRole('heading', { level: 2, name: 'Managing a webhook' }).waitFor();
  await visitor.leave();
});

test.each([
  '/docs',
  '/docs/guides',
  '/docs/guides/tutorial',
  '/docs/guides/search',
  '/console',
  '/oauth/authorize',
  '/api/v1/nothing',
])('%s names the rule', async (path) => {
  const { headers } = await send('GET', path, { key: null });
  expect(headers.get('Content-Security-Policy')).toContain("require-trusted-types-for 'script'");
});
