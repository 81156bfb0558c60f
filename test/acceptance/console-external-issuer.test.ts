import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { settled, startConsoleBrowser, Visitor } from '../environment/console.ts';
import { type ExternalIssuer, type IssuerFeatures, startExternalIssuer } from '../environment/external-issuer.ts';
import { createUser, type Person } from '../environment/oauth.ts';
import { type OwnApi, startOwnApi } from '../environment/own-api.ts';
import { createPartner } from '../environment/partners.ts';

jest.setTimeout(240_000);

const PLACE = '/console/executions?status=failed';
/** Longer than tokens of the issuer last. */
const LONG = '20:00';
const ALL: IssuerFeatures = { refreshTokens: true, revocation: true, signOut: true };
/** Every scope that the console needs. */
const LEAST: IssuerFeatures = { refreshTokens: false, revocation: false, signOut: false };

let browser: Browser;
let person: Person;
beforeAll(async () => {
  browser = await startConsoleBrowser();
  person = await createUser((await createPartner()).id);
});
afterAll(async () => {
  await browser?.close();
});

let issuer: ExternalIssuer;
let api: OwnApi | undefined;
afterEach(async () => {
  await api?.kill();
  api = undefined;
  await issuer.stop();
});

/** A service that trusts the issuer, and a user at its console. */
async function arriveAt(features: IssuerFeatures): Promise<{ visitor: Visitor; page: Page; origin: string }> {
  api = await startOwnApi(async (origin) => {
    issuer = await startExternalIssuer(origin, features);
    return { OAUTH_ISSUER: issuer.url, CONSOLE_OAUTH_CLIENT_ID: issuer.clientId };
  });
  const visitor = await Visitor.arrive(browser);
  // This service replaces the one that all tests share.
  visitor.expectRefusal(new RegExp(`^asked (${api.origin}|${new URL(issuer.url).origin})/`));
  return { visitor, page: await visitor.window(), origin: api.origin };
}

async function signInAtIssuer(page: Page, email = person.email): Promise<void> {
  await page.getByRole('heading', { name: 'Acme' }).waitFor();
  await page.getByLabel('Work e-mail').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function isAt(page: Page, address: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Executions' }).waitFor();
  await settled(page);
  await page.waitForURL(address);
}

test.each([
  ['all that there is', ALL],
  ['the least that it needs', LEAST],
])(
  'signs in at an issuer that has %s, and a reload asks for nothing while its session lives',
  async (_name, features) => {
    const { visitor, page, origin } = await arriveAt(features);
    const policy = (await fetch(`${origin}/console`)).headers.get('Content-Security-Policy');
    expect(policy).toContain(`connect-src 'self' ${new URL(issuer.url).origin};`);
    await page.goto(origin + PLACE);
    await signInAtIssuer(page);
    await isAt(page, origin + PLACE);
    await page.reload();
    await isAt(page, origin + PLACE);
    await page.context().clearCookies();
    await page.reload();
    await signInAtIssuer(page);
    await isAt(page, origin + PLACE);
    await visitor.leave();
  },
);

test('a token that ends is renewed without a word', async () => {
  const { visitor, page, origin } = await arriveAt(ALL);
  await page.clock.install();
  await page.goto(origin + PLACE);
  await signInAtIssuer(page);
  await isAt(page, origin + PLACE);
  // Without its session the issuer would ask who it is.
  await page.context().clearCookies();
  const renewed = page.waitForResponse((answer) => answer.url() === `${issuer.url}/token`);
  await page.clock.fastForward(LONG);
  await page.getByLabel('Status').selectOption('completed');
  expect((await renewed).status()).toBe(200);
  await isAt(page, `${origin}/console/executions?status=completed`);
  await page.getByText('No executions').waitFor();
  await visitor.leave();
});

test('where there is nothing to renew it with, the issuer’s session does, and the place stays', async () => {
  const { visitor, page, origin } = await arriveAt(LEAST);
  await page.clock.install();
  await page.goto(origin + PLACE);
  await signInAtIssuer(page);
  await isAt(page, origin + PLACE);
  await page.clock.fastForward(LONG);
  const returned = page.waitForURL(/\/console\/callback/);
  await page.getByLabel('Status').selectOption('completed');
  await returned;
  await isAt(page, `${origin}/console/executions?status=completed`);
  await visitor.leave();
});

test('where the issuer has ended it all, the person signs in anew and is back at the same place', async () => {
  const { visitor, page, origin } = await arriveAt(ALL);
  visitor.expectRefusal(/status of 400/);
  await page.clock.install();
  const granted = page.waitForResponse((answer) => answer.url() === `${issuer.url}/token`);
  await page.goto(origin + PLACE);
  await signInAtIssuer(page);
  const { refresh_token: token } = await (await granted).json();
  await isAt(page, origin + PLACE);
  await revoke(token);
  await page.context().clearCookies();
  const refused = page.waitForResponse((answer) => answer.url() === `${issuer.url}/token`);
  await page.clock.fastForward(LONG);
  // The bell is the first to hear of it. It does not take the page away from whoever writes on it.
  expect((await refused).status()).toBe(400);
  await page.getByLabel('Status').selectOption('completed');
  await signInAtIssuer(page);
  await isAt(page, `${origin}/console/executions?status=completed`);
  await visitor.leave();
});

test('signing out ends the tokens, the issuer’s session, and every other window', async () => {
  const { visitor, page, origin } = await arriveAt(ALL);
  const granted = page.waitForResponse((answer) => answer.url() === `${issuer.url}/token`);
  await page.goto(origin + PLACE);
  await signInAtIssuer(page);
  const { refresh_token: token } = await (await granted).json();
  await isAt(page, origin + PLACE);
  const second = await visitor.window();
  await second.goto(origin + PLACE);
  await isAt(second, origin + PLACE);
  await signOut(page);
  // The issuer asks, as many do.
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  for (const window of [page, second]) await window.getByText('You have signed out').waitFor();
  await page.waitForURL(`${origin}/console/signed-out`);
  expect(await refresh(token)).toBe('invalid_grant');
  await second.getByRole('button', { name: 'Sign in' }).click();
  await signInAtIssuer(second);
  await second.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await visitor.leave();
});

test('signing out leaves the console also where the issuer has no sign-out of its own', async () => {
  const { visitor, page, origin } = await arriveAt(LEAST);
  await page.goto(origin + PLACE);
  await signInAtIssuer(page);
  await isAt(page, origin + PLACE);
  await signOut(page);
  await page.getByText('You have signed out').waitFor();
  await page.waitForURL(`${origin}/console/signed-out`);
  await visitor.leave();
});

test('who turns back at the issuer, or is not known here, is told so and may try again', async () => {
  const { visitor, page, origin } = await arriveAt(ALL);
  visitor.expectRefusal(/status of 401/);
  await page.goto(origin + PLACE);
  await page.getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('heading', { name: 'You could not be signed in' }).waitFor();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await signInAtIssuer(page, 'nobody@example.com');
  await page.getByRole('alert').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await page.getByText('You have signed out').waitFor();
  await visitor.leave();
});

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

async function revoke(token: string): Promise<void> {
  expect((await post('/token/revocation', { token })).status).toBe(200);
}

/** What the issuer says to a refresh token. */
async function refresh(token: string): Promise<unknown> {
  const answer = await post('/token', { grant_type: 'refresh_token', refresh_token: token });
  return ((await answer.json()) as { error?: string }).error;
}

function post(path: string, form: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams({ client_id: issuer.clientId, ...form });
  return fetch(issuer.url + path, { method: 'POST', body });
}

test('the view of security says that the issuer keeps passwords and factors, and its routes refuse', async () => {
  const { visitor, page, origin } = await arriveAt(ALL);
  visitor.expectRefusal(/status of 409/);
  await page.goto(`${origin}/console/security`);
  await signInAtIssuer(page);
  await page.getByText('You sign in with your organisation').waitFor();
  await settled(page);
  expect(await page.getByRole('button', { name: /password|passkey|Set up/i }).count()).toBe(0);
  await visitor.leave();
});
