import { jest, test } from '@jest/globals';
import { generateSync } from 'otplib';
import {
  expectAccessible,
  expectCount,
  expectToFit,
  expectValue,
  openConsole,
  settled,
  Visitor,
} from '../environment/console.ts';
import { createUser, signInToConsole } from '../environment/oauth.ts';

jest.setTimeout(240_000);

const { browser, partner } = await openConsole();

test('a person turns one-time codes on, and is asked for one at the next sign-in', async () => {
  const person = await createUser(partner.id);
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/security', person);
  const line = page.getByRole('region', { name: 'Second factor' });
  await line.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog');
  visitor.expectRefusal(/422/);
  await dialog.getByLabel('Current password').fill('not the right one');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('Is not right.').waitFor();
  // Sending disables the button, which would leave the focus nowhere.
  await dialog.locator('input[aria-invalid="true"]:focus').waitFor();
  await expectCount(dialog.getByRole('button', { name: 'Show the password' }), 1);
  await dialog.getByLabel('Current password').fill(person.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('img', { name: 'QR code for the app' }).waitFor();
  await expectAccessible(page);
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  // Opened again it would have another secret, for which the app has no codes.
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 300);
  await dialog.getByLabel('Six-digit code').waitFor();
  await page.keyboard.press('Escape');
  await dialog.getByLabel('Six-digit code').fill(generateSync({ secret }));
  await dialog.getByLabel('Six-digit code').press('Enter');
  await dialog.getByText('They are shown only now').waitFor();
  await expectCount(dialog.getByRole('listitem'), 10);
  // They are shown once: a key, such as Enter that is pressed twice, or a press beside the dialog does not take them away.
  await dialog.locator(':focus').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 300);
  await expectCount(dialog.getByRole('listitem'), 10);
  await dialog.getByRole('button', { name: 'I have saved them' }).click();
  await line.getByText('10 of 10 left').waitFor();
  await visitor.leave();
});

test('a person ends another session, and changes the password', async () => {
  const person = await createUser(partner.id);
  await signInToConsole(person);
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/security', person);
  await page.getByRole('button', { name: 'Sign out Unknown browser' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('Session ended.').waitFor();
  const form = page.getByRole('region', { name: 'Password' });
  await form.getByLabel('Current password').fill(person.password);
  await form.getByLabel('New password').fill('a whole new password');
  await form.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Password changed.').waitFor();
  await visitor.leave();
});

test('language and zone follow the person to another browser', async () => {
  const person = await createUser(partner.id);
  const first = await Visitor.arrive(browser);
  const page = await first.open('/profile', person);
  await page.getByRole('main').getByLabel('Language', { exact: true }).selectOption('de');
  await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Profil', level: 1 }).waitFor();
  await expectAccessible(page);
  await first.leave();
  const second = await Visitor.arrive(browser);
  const other = await second.open('/profile', person);
  await other.getByRole('heading', { name: 'Profil', level: 1 }).waitFor();
  await expectValue(other.getByLabel('Zeitzone'), 'Asia/Tokyo');
  await second.leave();
});

test('keep to WCAG 2.2 AA in light and dark, and fit 360 px', async () => {
  const person = await createUser(partner.id);
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/security', person);
  await settled(page);
  await expectAccessible(page);
  await expectToFit(page);
  await visitor.leave();
});
