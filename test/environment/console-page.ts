import type { Page } from 'playwright-core';
import { waitUntil } from './wait-until.ts';

/** Signs in on the issuer's page. */
export async function signInAt(page: Page, person: { email: string; password: string }): Promise<void> {
  await page.getByLabel('E-mail address').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('main').waitFor();
}

/** Waits until nothing on the page says that it is loading. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await waitUntil('the page to be there', async () => (await page.getByRole('status').count()) === 0);
}
