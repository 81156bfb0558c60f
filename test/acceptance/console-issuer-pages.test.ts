import { expect, jest, test } from '@jest/globals';
import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import { addressOf, expectToFit, openConsole, settled, Visitor } from '../environment/console.ts';
import { request } from '../environment/http.ts';
import { mailTo, secretIn } from '../environment/mails.ts';
import { createUser, type Person, signInToConsole } from '../environment/oauth.ts';
import { createPartner } from '../environment/partners.ts';
import { runningStack } from '../environment/running-stack.ts';

jest.setTimeout(240_000);

const { browser, person } = await openConsole();

/** Types an address and a password, by the keyboard alone. */
async function giveByKeyboard(page: Page, { email, password }: Person): Promise<void> {
  await page.locator('#email:focus').waitFor();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
}

/** Presses the button of a form twice, and returns how often the form is sent. */
function pressTwice(page: Page, form: string): Promise<unknown> {
  return page.evaluate(`{
    let sent = 0;
    addEventListener('submit', ({ defaultPrevented }) => { sent += defaultPrevented ? 0 : 1; });
    const button = document.querySelector(${JSON.stringify(`${form} button`)});
    button.click();
    button.click();
    sent;
  }`);
}

test('after a wrong password another language is chosen, and the page is loaded again', async () => {
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/status of 401/);
  const page = await visitor.window();
  await page.goto(addressOf('/board'));
  await giveByKeyboard(page, { ...person, password: 'not the password' });
  await page.getByRole('alert').getByText('The e-mail address or password is incorrect.').waitFor();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { level: 1, name: 'Anmelden' }).waitFor();
  await page.reload();
  await giveByKeyboard(page, person);
  await page.waitForURL(addressOf('/board'));
  await settled(page);
  await visitor.leave();
});

test('who goes back to the sign-in after it is led on to the console', async () => {
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/status of 400/);
  const page = await visitor.window();
  await page.goto(addressOf('/board'));
  await giveByKeyboard(page, person);
  await page.waitForURL(addressOf('/board'));
  await settled(page);
  await page.goBack();
  await page.getByRole('alert').getByText('This page has expired or belongs to another browser.').waitFor();
  await expectToFit(page);
  await page.getByRole('link', { name: 'Go to the console' }).click();
  await page.waitForURL(addressOf(''));
  await settled(page);
  await visitor.leave();
});

test('who presses twice sets up a second factor once and sees its codes, and signs in with it once', async () => {
  const own = await createPartner();
  const owner = await createUser(own.id);
  const member = await createUser(own.id, 'editor');
  const key = (await signInToConsole(owner)).access_token;
  const policy = await request('PATCH /app/sign-in-policy', { key, body: { require_second_factor: true } });
  expect(policy.status).toBe(200);
  const [here, there] = [await Visitor.arrive(browser), await Visitor.arrive(browser, { locale: 'de-DE' })];
  there.expectRefusal(/status of 401/);
  const page = await here.window();
  await page.goto(addressOf('/board'));
  await giveByKeyboard(page, member);
  await page.locator('#code:focus').waitFor();
  const interaction = page.url();
  const secret = ((await page.locator('main p code').first().textContent()) ?? '').replaceAll(' ', '');
  await page.keyboard.type(generateSync({ secret }));
  expect(await pressTwice(page, 'form:has(#code)')).toBe(1);
  await page.getByText('They are shown only now.').waitFor();
  expect(await page.getByRole('listitem').count()).toBeGreaterThan(5);
  await page.goto(interaction);
  await page.getByText('make new ones in the console, under Security').waitFor();
  expect(await page.getByRole('button', { name: 'I have saved them: sign in' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(addressOf('/board'));
  await here.leave();

  const other = await there.window();
  await other.goto(addressOf('/board'));
  await giveByKeyboard(other, member);
  await other.locator('#code:focus').waitFor();
  await other.keyboard.type('000000');
  await other.keyboard.press('Enter');
  await other.getByRole('alert').getByText('Der Code ist falsch oder wurde schon verwendet.').waitFor();
  await other.locator('#code:focus').waitFor();
  await other.keyboard.type(generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 }));
  expect(await pressTwice(other, 'form:has(#code)')).toBe(1);
  await other.waitForURL(addressOf('/board'));
  await there.leave();
});

test('who presses twice joins once', async () => {
  const key = (await signInToConsole(person)).access_token;
  const email = `joins-${crypto.randomUUID()}@example.com`;
  const invited = await request('POST /app/users', { key, body: { email, name: 'Joy', role: 'viewer' } });
  expect(invited.status).toBe(201);
  const visitor = await Visitor.arrive(browser, { locale: 'es-ES', colorScheme: 'dark' });
  const page = await visitor.window();
  const { origin } = new URL(runningStack().origins[0]);
  await page.goto(`${origin}/oauth/link#${secretIn(await mailTo(email))}`);
  await page.locator('#password:focus').waitFor();
  await expectToFit(page);
  await page.keyboard.type('a-password-of-twelve');
  expect(await pressTwice(page, 'form:has(#password)')).toBe(1);
  await page.getByRole('heading', { name: 'Tu contraseña está establecida' }).waitFor();
  await visitor.leave();
});
