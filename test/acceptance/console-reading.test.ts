import { expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { createBrandVoice } from '../environment/brand-voices.ts';
import { addressOf, expectAccessible, openConsole, settled, Visitor } from '../environment/console.ts';
import { consolePlaces } from '../environment/console-places.ts';
import { complete } from '../environment/executions.ts';
import { createUser } from '../environment/oauth.ts';
import { waitUntil } from '../environment/wait-until.ts';

jest.setTimeout(240_000);

const { browser, partner, person } = await openConsole();

/** Texts that are not whole where they stand, and elements of the frame or actions that are to be seen. */
const ON_PAPER = `({
  cut: [...document.querySelectorAll('main textarea, main pre, main .prose')]
    .filter((each) => each.checkVisibility() && each.scrollHeight > each.clientHeight + 2)
    .map((each) => each.outerHTML.slice(0, 120)),
  frame: [...document.querySelectorAll('header.mantine-AppShell-header, nav, button, [role=tablist]')]
    .filter((each) => each.checkVisibility()).map((each) => each.outerHTML.slice(0, 120)),
  ink: getComputedStyle(document.querySelector('h1')).color,
})`;

async function goTo(page: Page, place: string): Promise<void> {
  await page.goto(addressOf(place));
  await settled(page);
}

test('an invoice, a text and a case study are printed whole, without the frame, in dark ink', async () => {
  const places = (await consolePlaces(partner)).filter((place) =>
    /^\/(content\/\d+$|invoices\/INV-|case-studies\/\d)/.test(place),
  );
  expect(places).toHaveLength(3);
  const visitor = await Visitor.arrive(browser, { colorScheme: 'dark' });
  const page = await visitor.open('/', person);
  for (const place of places) {
    await goTo(page, place);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect({ place, ...((await page.evaluate(ON_PAPER)) as object) }).toEqual({
      place,
      cut: [],
      frame: [],
      ink: 'rgb(0, 0, 0)',
    });
    const paper = await page.pdf({ format: 'A4' });
    expect(paper.subarray(0, 5).toString()).toBe('%PDF-');
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
  }
  await visitor.leave();
});

test('lines are no longer than the eye finds back from, however wide the window', async () => {
  const visitor = await Visitor.arrive(browser, { viewport: { width: 2_560, height: 1_200 } });
  const page = await visitor.open('/', person);
  const tooWide = `[...document.querySelectorAll('main :is(p, textarea, input:not([type=checkbox]), .prose, pre)')]
    .filter((each) => each.checkVisibility() && each.getBoundingClientRect().width > 1000 && (each.textContent.length > 120 || each.matches('input, textarea')))
    .map((each) => each.outerHTML.slice(0, 120))`;
  const found: Record<string, unknown> = {};
  for (const place of [
    '/capabilities/blog_post',
    '/case-studies/new',
    '/brand-voices/new',
    '/triggers/new',
    '/profile',
  ]) {
    await goTo(page, place);
    const wide = (await page.evaluate(tooWide)) as string[];
    if (wide.length > 0) found[place] = wide;
  }
  expect(found).toEqual({});
  await visitor.leave();
});

test('after a link the heading has the focus, and screen readers say its name', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/', person);
  await settled(page);
  const spoken = page.locator('#announcement');
  expect(await spoken.getAttribute('aria-live')).toBe('polite');
  for (const name of ['Executions', 'Brand voices']) {
    await page.getByRole('link', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.locator('h1:focus', { hasText: name }).waitFor();
    await page.locator('#announcement', { hasText: name }).waitFor({ state: 'attached' });
  }
  await visitor.leave();
});

test('menus are menus, by their roles and by keyboard', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/executions?status=failed', person);
  await settled(page);
  for (const name of [/^Account of /, /^Saved filters$/]) {
    const button = page.getByRole('button', { name });
    expect(await button.getAttribute('aria-haspopup')).toBe('menu');
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menu').waitFor();
    await button.and(page.locator('[aria-expanded="true"]')).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.locator('[role=menuitem]:focus').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await page.locator('button[aria-haspopup=menu]:focus').waitFor();
  }
  await visitor.leave();
});

test('each chart has its numbers as a table', async () => {
  await complete(partner, 'blog_post', { settings: { topic: 'Charts' } });
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/', person);
  await settled(page);
  const figures = page.getByRole('figure');
  await figures.first().waitFor();
  for (const figure of await figures.all()) {
    const rows = figure.getByRole('table').getByRole('row');
    await rows.nth(1).waitFor({ state: 'attached' });
    await figure.getByRole('columnheader').nth(1).waitFor({ state: 'attached' });
  }
  await page.getByRole('button', { name: 'As a table' }).first().click();
  await page.getByRole('button', { name: 'As a chart' }).waitFor();
  await expectAccessible(page);
  await visitor.leave();
});

test('the language of the chosen brand voice goes before the default of the form', async () => {
  const voice = await createBrandVoice(partner, { name: 'Seca', languages: ['es'] });
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/capabilities/blog_post', person);
  await settled(page);
  const language = page.locator('#content').getByLabel(/^Language/);
  expect(await language.inputValue()).not.toMatch(/^(es|Spanish)$/);
  await page.getByLabel('Brand voice').selectOption({ label: voice.attributes.name });
  await waitUntil(
    'the language of the voice',
    () => language.inputValue(),
    (value) => /^(es|Spanish)$/.test(value),
  );
  await visitor.leave();
});

test('whoever may only look is told what to do, and is offered no action, where the role does not suffice', async () => {
  const viewer = await createUser(partner.id, 'viewer');
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/', viewer);
  const offered: Record<string, string[]> = {};
  const forbidden = [
    '/listings',
    '/agents',
    '/invoices',
    '/invoices/identity',
    '/webhooks',
    '/webhooks/new',
    '/webhooks/1',
    '/credits',
    '/keys',
    '/keys/new',
    '/audit-log',
    '/people/new',
    '/brand-voices/new',
    '/case-studies/new',
    '/triggers/new',
  ];
  for (const place of forbidden) {
    await goTo(page, place);
    const alert = page.getByRole('alert');
    await alert.getByText('Your role does not include this').waitFor();
    await alert
      .getByText(/owner|admin/i)
      .first()
      .waitFor();
    const actions = await page
      .locator('#content :is(button, a[href], input, select, textarea):not(nav *)')
      .allTextContents();
    if (actions.length > 0) offered[place] = actions;
  }
  expect(offered).toEqual({});
  await visitor.leave();
});

test('a page that is not there leads on', async () => {
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/404/);
  const page = await visitor.open('/executions/999999999', person);
  const alert = page.getByRole('alert');
  await alert.getByText('This does not exist').waitFor();
  await alert.getByRole('link', { name: 'Go to the overview' }).click();
  await page.waitForURL(addressOf('/'));
  await visitor.leave();
});
