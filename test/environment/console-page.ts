import type { Locator, Page } from 'playwright-core';
import { waitUntil } from './wait-until.ts';

/** Signs in on the issuer's page. */
export async function signInAt(page: Page, person: { email: string; password: string }): Promise<void> {
  // Found by what they are: the page comes in the browser's language.
  await page.locator('#email').fill(person.email);
  await page.locator('#password').fill(person.password);
  await page.locator('form:has(#password) button[type=submit]').click();
  await page.getByRole('main').waitFor();
}

/** Waits until nothing on the page says that it is loading, and its navigation has its links. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await waitUntil(
    'the page to be there',
    async () => (await page.getByRole('status').or(page.locator('nav:empty')).count()) === 0,
  );
}

/**
 * Presses a button of a dialog that has just opened, by keyboard. A dialog takes the focus a moment after it is there: a key that comes before
 * that would press what it gives the focus to, which closes it.
 */
export async function pressIn(dialog: Locator, name: string): Promise<void> {
  await dialog.locator(':focus').waitFor();
  await dialog.getByRole('button', { name }).press('Enter');
}

/** Waits until the field has the value: forms are shown before what fills them has come. */
export async function expectValue(field: Locator, value: string | RegExp): Promise<void> {
  const isWanted = (seen: string) => (typeof value === 'string' ? seen === value : value.test(seen));
  await waitUntil(`${field} to have the value ${value}`, () => field.inputValue(), isWanted);
}

/** Waits until so many are there: parts of a page come one after the other. */
export async function expectCount(found: Locator, count: number): Promise<void> {
  await waitUntil(
    `${found} to be there ${count} times`,
    () => found.count(),
    (seen) => seen === count,
  );
}
