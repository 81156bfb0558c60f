import { expect, jest, test } from '@jest/globals';
import {
  addressOf,
  expectAccessible,
  expectCount,
  expectToFit,
  openConsole,
  settled,
  Visitor,
} from '../environment/console.ts';
import { expectError, request } from '../environment/http.ts';
import { createOauthClient, createUser, type Person, signIn } from '../environment/oauth.ts';

jest.setTimeout(240_000);

const { browser, partner } = await openConsole();

/** Lets a program act for the person; returns its access token. */
async function allow(person: Person, name: string, scope: string): Promise<string> {
  return (await signIn(await createOauthClient(partner.id, { name }), person, { scope })).access_token;
}

test('what acts for the person is seen and ended, and its token is refused from then on', async () => {
  const person = await createUser(partner.id, 'viewer');
  const token = await allow(person, 'Nightly report', 'api');
  await allow(person, 'Assistant', 'mcp:tools mcp:prompts');
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/', person);
  await settled(page);
  const connect = page.getByRole('list', { name: 'Connect' });
  await connect.getByRole('link', { name: 'Connected applications' }).click();
  await page.waitForURL(addressOf('/connected-applications'));
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await row('Assistant').getByText('Read prompt templates').waitFor();
  await row('Nightly report').getByText('Use the REST API as you').waitFor();
  expect((await request('GET /app/me', { key: token })).status).toBe(200);
  await page.getByRole('button', { name: 'Disconnect Nightly report' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect now' }).click();
  await page.getByText('Nightly report was disconnected.').waitFor();
  await row('Nightly report').waitFor({ state: 'detached' });
  expectError(await request('GET /app/me', { key: token }), 'UNAUTHORIZED');
  await expectCount(row('Assistant'), 1);
  await visitor.leave();
});

test('what another has allowed is not there', async () => {
  await allow(await createUser(partner.id), 'Program of somebody else', 'api');
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/connected-applications', await createUser(partner.id));
  await page.getByText('No connected applications').waitFor();
  await visitor.leave();
});

test('keeps to WCAG 2.2 AA in light and dark, and fits 360 px', async () => {
  const person = await createUser(partner.id);
  await allow(person, 'A program with a name of some length', 'api');
  const visitor = await Visitor.arrive(browser);
  const page = await visitor.open('/connected-applications', person);
  await page.getByRole('row').filter({ hasText: 'A program' }).waitFor();
  await expectAccessible(page);
  await expectToFit(page);
  await page.getByRole('button', { name: 'Show or hide the navigation' }).click();
  await page.getByRole('list', { name: 'Connect' }).waitFor();
  await expectAccessible(page);
  await visitor.leave();
});
