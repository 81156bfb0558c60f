import { expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { createBrandVoice } from '../environment/brand-voices.ts';
import {
  addressOf,
  expectAccessible,
  expectToFit,
  expectValue,
  openConsole,
  settled,
  Visitor,
} from '../environment/console.ts';
import { createUser } from '../environment/oauth.ts';

jest.setTimeout(240_000);

const { browser, partner } = await openConsole();

const input = (page: Page) => page.getByRole('combobox', { name: /^(Search views|Ansichten)/ });
const chosen = (page: Page) => page.getByRole('listbox').getByRole('option', { selected: true });

test('the heading of the next view has the focus, whichever way a person came', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/', await createUser(partner.id));
  await settled(page);
  const focused = (name: string) => page.locator('h1:focus', { hasText: name }).waitFor();
  await page.getByRole('link', { name: 'Executions' }).focus();
  await page.keyboard.press('Enter');
  await focused('Executions');
  await page.keyboard.press('Control+k');
  await input(page).fill('triggers');
  await page.getByRole('option', { name: 'Triggers', selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await focused('Triggers');
  // A view whose file is loaded already is there at once.
  await page.keyboard.press('g');
  await page.keyboard.press('e');
  await focused('Executions');
  await visitor.leave();
});

test('views, records and actions are found and opened with the keyboard alone', async () => {
  const voice = await createBrandVoice(partner, { name: 'Zürich Précision' });
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/', await createUser(partner.id));
  await settled(page);
  await page.keyboard.press('Control+k');
  await input(page).fill('zuerich');
  await page.getByRole('option', { name: /Zürich Précision/ }).waitFor();
  const id = await chosen(page).getAttribute('id');
  await page.locator(`[aria-activedescendant="${id}"]`).and(input(page)).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(addressOf(`/brand-voices/${voice.id}`));

  await page.keyboard.press('Control+k');
  await input(page).fill('new brand');
  await page.getByRole('option', { name: 'New brand voice', selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(addressOf('/brand-voices/new'));

  await page.keyboard.press('Control+k');
  await input(page).fill('calen');
  await page.getByRole('option', { name: 'Calendar', exact: true }).waitFor();
  await page.keyboard.press('ArrowDown');
  await chosen(page)
    .filter({ hasNotText: /^Calendar$/ })
    .waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`${addressOf('/calendar')}.*`));
  await visitor.leave();
});

test('a role is offered only what it may do', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/', await createUser(partner.id, 'viewer'));
  await settled(page);
  await page.getByRole('button', { name: 'Quick search' }).click();
  await input(page).fill('new brand voice');
  await page.getByText('No results').waitFor();
  // Takes those words away, so that they are said of the next input.
  await input(page).fill('calendar');
  await page.getByRole('option', { name: 'Calendar', exact: true }).waitFor();
  await page.getByText('No results').waitFor({ state: 'detached' });
  await input(page).fill('new webhook');
  await page.getByText('No results').waitFor();
  await visitor.leave();
});

test('keys lead to views, are listed, do not disturb typing, and can be switched off', async () => {
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/', await createUser(partner.id));
  await settled(page);
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  await page.waitForURL(addressOf('/board'));
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await page.waitForURL(addressOf('/capabilities'));
  await page.getByRole('searchbox').first().pressSequentially('g b?');
  await expectValue(page.getByRole('searchbox').first(), 'g b?');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await dialog.getByRole('row', { name: /Board/ }).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('switch').press('Space');
  await dialog.getByRole('row', { name: /Board/ }).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  await input(page).waitFor();
  expect(await dialog.count()).toBe(0);
  await visitor.leave();
});

test('keeps to WCAG 2.2 AA in light and dark, fits 360 px, and speaks German', async () => {
  await createBrandVoice(partner, {
    name: 'Ein Name von einiger Länge, der nicht auf eine Zeile eines schmalen Fensters passt',
  });
  const visitor = await Visitor.arrive(browser, { locale: 'de-DE' });
  const page = await visitor.open('/', await createUser(partner.id));
  await settled(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('group', { name: 'Ansichten' }).waitFor();
  await input(page).fill('name von');
  await page.getByRole('option', { name: /Markenstimme/ }).waitFor();
  await expectAccessible(page);
  await expectToFit(page);
  await visitor.leave();
});
