import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { addressOf, settled, signInAt, startConsoleBrowser, Visitor } from '../environment/console.ts';
import { createUser, type Person } from '../environment/oauth.ts';
import { createPartner, requestAsAdmin } from '../environment/partners.ts';

jest.setTimeout(240_000);

let browser: Browser;
let person: Person;
let partnerId: number;
beforeAll(async () => {
  browser = await startConsoleBrowser();
  partnerId = (await createPartner()).id;
  person = await createUser(partnerId);
});
afterAll(async () => {
  await browser?.close();
});

/** Opens a place and signs in on the issuer's page. */
async function signInTo(place: string, page: Page, who = person): Promise<void> {
  await page.goto(addressOf(place));
  await signInAt(page, who);
}

test('signs in without a page of consent, comes back to the same place, and a reload asks for nothing', async () => {
  const visitor = await Visitor.arrive(browser);
  const place = addressOf('/executions?status=failed');
  const page = await visitor.window();
  await signInTo('/executions?status=failed', page);
  await settled(page);
  await page.waitForURL(place);
  await page.getByRole('heading', { level: 1, name: 'Executions', exact: true }).waitFor();
  await page.reload();
  await settled(page);
  await page.waitForURL(place);
  const stored = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
  expect(stored).not.toMatch(/eyJ|access|refresh/);
  await visitor.leave();
});

test('who leaves the sign-in is told so in words, and can begin again', async () => {
  const visitor = await Visitor.arrive(browser, { locale: 'de-DE' });
  const page = await visitor.window();
  await page.goto(addressOf('/'));
  await page.getByRole('button', { name: 'Abbrechen' }).click();
  await page.getByRole('heading', { name: 'Du bist nicht angemeldet' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.locator('#email').waitFor();
  await visitor.leave();
});

/** What a service in trouble answers. */
const TROUBLES = {
  'asks too often': { status: 429, headers: { 'Retry-After': '9' }, json: { error: 'temporarily_unavailable' } },
  'comes while it fails': { status: 503, body: '<h1>Service unavailable</h1>' },
};

test.each(['asks too often', 'comes while it fails'] as const)(
  'whoever %s is asked to wait, without words of programs, and gets to the place that they wanted',
  async (trouble) => {
    const visitor = await Visitor.arrive(browser);
    visitor.expectRefusal(/status of (429|503)/);
    const page = await visitor.window();
    const { promise: waited, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/.well-known/openid-configuration', async (route) => {
      await waited;
      await route.fulfill(TROUBLES[trouble]);
    });
    await page.goto(addressOf('/executions?status=failed'));
    await page.getByRole('status').getByText('Signing in').waitFor();
    answer();
    const unavailable = page.getByRole('heading', { name: 'Signing in is not possible at the moment' });
    await unavailable.waitFor();
    expect(await page.getByRole('main').innerText()).not.toMatch(/response|HTTP/);
    await page.unroute('**/.well-known/openid-configuration');
    await page.route('**/oauth/token', (route) => route.fulfill(TROUBLES[trouble]));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await signInAt(page, person);
    await unavailable.waitFor();
    await page.unroute('**/oauth/token');
    await page.getByRole('button', { name: 'Sign in' }).press('Enter');
    await page.waitForURL(addressOf('/executions?status=failed'));
    await settled(page);
    await visitor.leave();
  },
);

test('a token that is revoked in the middle is replaced without a word, and the view stays', async () => {
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/401|400/);
  const page = await visitor.window();
  let token = '';
  page.on('request', (request) => {
    token = /^Bearer (.+)/.exec(request.headers()['authorization'] ?? '')?.[1] ?? token;
  });
  await signInTo('/', page);
  await settled(page);
  await page.evaluate(`fetch('/oauth/token/revocation', {
    method: 'POST', body: new URLSearchParams({ client_id: 'marketwright-console', token: '${token}' }) })`);
  await page.getByRole('link', { name: 'Executions' }).click();
  await settled(page);
  await page.waitForURL(addressOf('/executions'));
  await page.getByText('No executions').waitFor();
  await visitor.leave();
});

test('whose password was changed signs in anew and is back at the same place', async () => {
  const other = await createUser(partnerId);
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/401|400/);
  const page = await visitor.window();
  await signInTo('/executions?priority=high', page, other);
  await settled(page);
  await requestAsAdmin('PATCH /3pi-partners/{partner_id}/users/{user_id}', {
    params: { partner_id: partnerId, user_id: other.id },
    body: { password: 'another long password' },
  });
  await page.getByLabel('Status').selectOption('failed');
  await signInAt(page, { ...other, password: 'another long password' });
  await settled(page);
  await page.waitForURL(addressOf('/executions?status=failed&priority=high'));
  await visitor.leave();
});

test('signing out ends the session, the tokens, and every other window', async () => {
  const visitor = await Visitor.arrive(browser);
  const first = await visitor.window();
  await signInTo('/', first);
  await settled(first);
  const second = await visitor.window();
  await second.goto(addressOf('/executions'));
  await settled(second);
  await first.getByRole('button', { name: /^Account of/ }).click();
  await first.getByRole('menuitem', { name: 'Sign out' }).click();
  for (const page of [first, second]) await page.getByText('You have signed out').waitFor();
  await second.goto(addressOf('/'));
  await second.getByLabel('Password').waitFor();
  await visitor.leave();
});

test('whoever comes by another address of the service signs in at its own', async () => {
  const visitor = await Visitor.arrive(browser);
  visitor.expectRefusal(/asked http:\/\/localhost/);
  const page = await visitor.window();
  await page.goto(addressOf('/executions').replace('127.0.0.1', 'localhost'));
  await signInAt(page, person);
  await settled(page);
  await page.waitForURL(addressOf('/executions'));
  await visitor.leave();
});
